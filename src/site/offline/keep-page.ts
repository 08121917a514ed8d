import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { toast } from "#ui/toast/toast.ts";
import { noResponse } from "#web/call.ts";
import { routerIsStuck } from "#web/offline/stuck-router.ts";
import { responds } from "#web/responds.ts";

/** Dispatched by the router before it reloads the page because code is missing (`vite.config.ts`). */
const CODE_MISSING = "code-missing";

/**
 * The router reloads the page if code can't be loaded, even that of a link that was only pointed at. On a dead line, this would lose the
 * page that is open. Instead, the one that was asked for is opened as a whole.
 */
export function useKeptPage(): void {
  const { pathname } = useLocation();
  const next = useNavigation().location;
  const [isStuck, setStuck] = useState(false);
  useEffect(() => {
    const onMissing = (event: Event) => {
      event.preventDefault();
      routerIsStuck(openWhole);
      setStuck(true);
    };
    addEventListener(CODE_MISSING, onMissing);
    return () => removeEventListener(CODE_MISSING, onMissing);
  }, []);
  useEffect(() => {
    // A page that is open already needs no more code.
    if (isStuck && next && next.pathname !== pathname) void openWhole(next.pathname + next.search + next.hash);
  }, [isStuck, next, pathname]);
}

/** Has the browser load a page, unless it would show an error of its own: the service worker has whole pages. */
async function openWhole(address: string): Promise<void> {
  if (navigator.serviceWorker?.controller || (await responds())) location.assign(address);
  else toast.error(noResponse().message, { id: "no-response" });
}
