let isAsked = false;

/** Loads this page again because someone asked for it; the router does the same when code is missing (`src/site/offline/keep-page.ts`). */
export function reloadPage(): void {
  isAsked = true;
  location.reload();
}

export const isReloadAsked = () => isAsked;
