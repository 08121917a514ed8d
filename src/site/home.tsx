import { Home } from "#features/catalogue/pages/home.tsx";
import { DeliverToLater } from "#features/delivery/pages/deliver-to-later.tsx";
import { BuyItAgain } from "#features/orders/pages/buy-it-again.tsx";

export { clientLoader, loader, meta } from "#features/catalogue/pages/home.tsx";

/** The home page with where it delivers and what the person often buys: put together here, so that the catalogue need not know the orders. */
export default function HomePage() {
  return <Home delivery={<DeliverToLater className="page pt-4" />} personal={<BuyItAgain />} />;
}
