import { Home } from "#features/catalogue/pages/home.tsx";
import { BuyItAgain } from "#features/orders/pages/buy-it-again.tsx";

export { clientLoader, loader, meta } from "#features/catalogue/pages/home.tsx";

/** The home page with what the person often buys: put together here, so that the catalogue need not know the orders. */
export default function HomePage() {
  return <Home personal={<BuyItAgain />} />;
}
