import { lazy, Suspense, type ReactNode } from "react";
import LinksAhead from "./links-ahead.tsx";

/** Once the browser has nothing else to do: until then, only what the page itself needs is loaded. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    const wait = () =>
      "requestIdleCallback" in window ? requestIdleCallback(() => resolve(), { timeout: 5000 }) : setTimeout(resolve, 2000);
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait, { once: true });
  });
}

/** Pages work without it. */
const LiveUpdates = lazy(() =>
  whenIdle()
    .then(() => import("./live-updates.tsx"))
    .catch(() => ({ default: () => null })),
);

/** What makes pages better that already work. */
export default function AfterLoad(): ReactNode {
  return (
    <>
      <LinksAhead />
      <Suspense>
        <LiveUpdates />
      </Suspense>
    </>
  );
}
