import { Suspense } from "react";
import { lazyExtra } from "#web/loading/lazy.ts";
import { useFace } from "#web/use-face.ts";
import { useInBrowser } from "#ui/use-in-browser.ts";

const DeliverToLine = lazyExtra(() => import("./deliver-to-line.tsx"));

interface DeliverToLaterProps {
  className?: string;
  /** What is in the cart, where that is shown. */
  goodsCents?: number;
}

/**
 * Where the shop delivers, for how much and when next. Loads after the page, in a space reserved for it. Renders nothing while delivery is
 * free everywhere.
 */
export function DeliverToLater({ className, goodsCents }: DeliverToLaterProps) {
  const { delivers } = useFace();
  const isInBrowser = useInBrowser();
  if (!delivers) return null;
  return (
    <div className={className}>
      <div className="needs-script min-h-24">
        <Suspense>{isInBrowser && <DeliverToLine goodsCents={goodsCents} />}</Suspense>
      </div>
    </div>
  );
}
