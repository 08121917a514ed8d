import { Suspense, type ComponentType, type ReactNode } from "react";
import { isCutOff } from "#web/offline/cut-off.ts";
import { lazyExtra } from "#web/loading/lazy.ts";
import LinksAhead from "./links-ahead.tsx";

/** Resolves once the browser is idle: until then, only what the page itself needs is loaded. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    const wait = () =>
      "requestIdleCallback" in window ? requestIdleCallback(() => resolve(), { timeout: 5000 }) : setTimeout(resolve, 2000);
    // Whatever is still missing is in a cache, or won't come.
    if (isCutOff()) resolve();
    else if (document.readyState === "complete") wait();
    else addEventListener("load", wait, { once: true });
  });
}

let idle = Promise.resolve();

/** A component that is loaded when the page is idle, each at another moment, so that a tap never waits for them all. */
const later = (load: () => Promise<{ default: ComponentType }>) => lazyExtra(() => (idle = idle.then(whenIdle)).then(load));

const LiveUpdates = later(() => import("./live-updates.tsx"));
const LanguageProposal = later(() => import("./language-proposal.tsx"));
const Offline = later(() => import("./offline/offline.tsx"));

/** What improves pages that already work. */
export default function AfterLoad(): ReactNode {
  return (
    <>
      <LinksAhead />
      <Suspense>
        <LiveUpdates />
      </Suspense>
      <Suspense>
        <LanguageProposal />
      </Suspense>
      <Suspense>
        <Offline />
      </Suspense>
    </>
  );
}
