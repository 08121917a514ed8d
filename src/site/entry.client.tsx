import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/** Scripts add elements that the server's page does not have, whose rules are only in the whole style sheets. */
function afterSheets(hydrate: () => void): void {
  if (!document.querySelector("link[data-later]")) return hydrate();
  // `applySheets` has listened for longer, so it has marked the sheet by then.
  const look = () => {
    if (document.querySelector("link[data-later]")) return;
    document.removeEventListener("load", look, true);
    document.removeEventListener("error", look, true);
    hydrate();
  };
  document.addEventListener("load", look, true);
  document.addEventListener("error", look, true);
}

afterSheets(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  }),
);
