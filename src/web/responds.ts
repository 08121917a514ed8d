/** How long the shop gets to say that it is there, in ms. */
const PATIENCE_MS = 5000;

/** Whether the shop responds right now. */
export const responds = () =>
  fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
