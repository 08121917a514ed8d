import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { theCart } from "#features/cart/pages/use-cart.ts";
import { keepCart } from "#features/cart/pages/offline-cart.ts";
import { PUSH_ADDRESS } from "#features/push/pages/push-address.ts";
import type { PageMessage } from "#shared/worker/messages.ts";
import { logFailure } from "#web/log-failure.ts";
import { dropUnwanted, recall } from "#web/offline/stored.ts";
import { openInstead } from "#web/offline/stuck-router.ts";
import { paths } from "#web/paths.ts";
import { useSession } from "#web/session/session.ts";
import { localPath } from "#words/language.ts";
import { useKeptPage } from "./keep-page.ts";
import { OldNotice } from "./old-notice.tsx";

/** A page that is left sooner was only passed through, in ms. */
const SEEN_MS = 2000;

/** The service worker that is in charge of this page, as soon as there is one. */
async function worker(): Promise<ServiceWorker | null> {
  if (!("serviceWorker" in navigator)) return null;
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  return (await navigator.serviceWorker.ready).active;
}

/** Scripts, styles, fonts and pictures of this origin that the browser has loaded so far. */
function loadedFiles(): string[] {
  const names = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  return names.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname);
}

/** Renews the subscription of someone who asked for notifications. */
async function goOnNotifying(): Promise<void> {
  if (recall(PUSH_ADDRESS)) await (await import("#features/push/pages/this-browser.ts")).keepSubscribed();
}

/** Registers the service worker, tells it what is seen, and says when a page is old. */
export default function Offline() {
  const { pathname, search } = useLocation();
  const { status, person } = useSession();
  const address = pathname + search;
  const former = useRef(person);
  /** A page that is still open though the person who came to it has left. */
  const leftOpen = useRef("");
  useEffect(() => {
    if (person === former.current) return;
    former.current = person;
    if (status === "signed-out") leftOpen.current = address;
    performance.clearResourceTimings();
    // This covers pages that are still being stored for the previous person.
    navigator.serviceWorker?.controller?.postMessage({ kind: "forget" } satisfies PageMessage);
  }, [person, status, address]);

  useEffect(() => {
    if (address === leftOpen.current) return undefined;
    leftOpen.current = "";
    const timer = setTimeout(async () => {
      const own = status === "signed-in" ? [localPath(paths.myOrders)] : [];
      const message: PageMessage = { kind: "seen", pages: [localPath(address), localPath(paths.cart), ...own], files: loadedFiles() };
      // Pages work without one too, for example where an operator has turned it off.
      (await worker().catch(() => null))?.postMessage(message);
    }, SEEN_MS);
    return () => clearTimeout(timer);
  }, [address, status]);

  useEffect(() => {
    dropUnwanted();
    keepCart(theCart);
  }, []);

  useEffect(() => {
    if (status === "signed-in") goOnNotifying().catch((error: unknown) => logFailure("the notifications", error));
  }, [status]);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      // Links to the other language load whole pages anyway, and bring the query along when they are clicked.
      if (!link || !isPlain || link.target || link.hreflang || link.origin !== location.origin || link.hash) return;
      const open = openInstead();
      if (!open) return;
      event.preventDefault();
      event.stopPropagation();
      void open(link.href);
    };
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, []);

  useKeptPage();
  return <OldNotice key={address} />;
}
