import { Link, useLocation } from "react-router";
import { AccountButton } from "#features/account/pages/account-button.tsx";
import { CartButton } from "#features/cart/pages/cart-button.tsx";
import type { Face } from "#shared/face.ts";
import { classNames } from "#ui/class-names.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { Logo } from "./logo.tsx";
import { SearchBox } from "./search-box.tsx";

/**
 * Logo, search, favorites, account and cart (LAY-1). On phones the search has its own row, which stays in view. On the checkout the header
 * scrolls away, so that nothing but the order is in view.
 */
export function Header({ face }: { face: Face }) {
  const scrollsAway = useLocation().pathname === paths.checkout;
  return (
    <header className={classNames("z-40 border-b border-line bg-paper", scrollsAway ? "relative" : "sticky -top-15 md:top-0")}>
      <div className="page flex min-h-15 flex-wrap items-center gap-x-4 pb-3 md:gap-x-1.5 lg:gap-x-7 max-[22.5rem]:px-2.5 md:h-19 md:flex-nowrap md:pb-0">
        <div className="flex h-15 items-center">
          <Logo face={face} />
        </div>
        <div
          data-testid="search-box"
          className="order-last w-full min-w-[min(300px,100%)] md:order-none md:max-w-160 md:flex-1 lg:min-w-105"
        >
          <SearchBox />
        </div>
        <div className="ml-auto flex items-center gap-2 lg:gap-5">
          <Link
            to={paths.favorites}
            aria-label={t("Favorites")}
            className="heart-icon grid size-11 place-items-center rounded-control hover:bg-sunken md:max-lg:hidden"
          />
          <AccountButton />
          <div className="hidden min-w-32 whitespace-nowrap md:block">
            <CartButton />
          </div>
        </div>
      </div>
    </header>
  );
}
