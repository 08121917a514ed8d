/** Longest time for current requests after draining: longer than a call may take. */
export const GRACE_MS = 15_000;
/** A web process exits this long after draining at the latest. */
export const END_MS = 20_000;
/** The main process as well, which then stops its database. */
export const END_MAIN_MS = 40_000;
