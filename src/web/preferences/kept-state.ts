const KEY = "state-in-other-language";

/** Keeps navigation state, such as the number of a paid order, for a page that the browser is about to load. */
export function keepState(address: string, state: unknown): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([new URL(address, location.href).pathname, state]));
  } catch {
    // Private browsing: the page opens without it.
  }
}

/** Puts kept state where the router finds it. Only the next page that is loaded gets it. */
function restoreState(): void {
  try {
    const [path, usr] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as [path?: string, state?: unknown]; // stored above
    sessionStorage.removeItem(KEY);
    if (path === location.pathname && usr) history.replaceState({ usr }, "");
  } catch {
    // Not in a browser, or without storage.
  }
}

// This file is loaded before the router starts.
restoreState();
