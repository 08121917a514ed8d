import { Suspense } from "react";
import { Home } from "#features/catalogue/pages/home.tsx";
import { DeliverToLater } from "#features/delivery/pages/deliver-to-later.tsx";
import { lazyExtra } from "#web/loading/lazy.ts";

export { clientLoader, loader, meta } from "#features/catalogue/pages/home.tsx";

/** Its space is reserved in the page that the server sends. Its code loads after everything that strangers need. */
const BuyItAgain = lazyExtra(() => import("#features/orders/pages/buy-it-again.tsx"));

/**
 * The home page, with where the shop delivers and what the person often buys: put together here, so that the catalogue doesn't depend on
 * orders.
 */
export default function HomePage() {
  const personal = (
    <Suspense>
      <BuyItAgain />
    </Suspense>
  );
  return <Home delivery={<DeliverToLater className="page pt-4" />} personal={personal} />;
}
