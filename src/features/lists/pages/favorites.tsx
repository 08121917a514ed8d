import { useState } from "react";
import { Link } from "react-router";
import { toCard } from "#features/catalogue/pages/card.ts";
import { ProductCard, ProductCardSkeleton } from "#features/catalogue/pages/product-card.tsx";
import { Button, buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { paths } from "#web/paths.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import { NO_FAVORITES } from "../rules.ts";
import { AddAllButton } from "./add-all-button.tsx";
import { reloadLists, useLists } from "./lists-state.ts";
import { countWords, SavedPage } from "./saved-page.tsx";
import { useListProducts } from "./use-list-products.ts";

export const meta = privateMeta(t("Favorites"));

/** Cards shown at first, and with every press of the button for more. */
const STEP = 60;

export default function FavoritesPage() {
  return (
    <SavedPage title={t("Favorites")}>
      <Favorites />
    </SavedPage>
  );
}

function Favorites() {
  const { status, lists } = useLists();
  const [favorites = NO_FAVORITES] = lists;
  const [most, setMost] = useState(STEP);
  const ids = useSeen(favorites.lines.map(({ productId }) => productId)).slice(0, most);
  const { products, failed, again } = useListProducts(ids);
  if (status === "failed") return <TryAgain title={t("We couldn't load your favorites")} again={() => void reloadLists()} />;
  if (status === "ready" && ids.length === 0) return <NoFavorites />;
  const here = favorites.lines.flatMap(({ productId }) => products.get(productId) ?? []);
  const isKnown = status === "ready" && ids.every((id) => products.has(id));
  return (
    <>
      <div className="mb-4.5 flex min-h-11 flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2" aria-live="polite">
          {status === "ready" && countWords(favorites.lines.length, here.filter(({ stock }) => stock === 0).length)}
        </p>
        {favorites.lines.length > 0 && <AddAllButton list={favorites} />}
      </div>
      <ul aria-busy={!isKnown} className="grid grid-cols-2 gap-2.5 md:grid-cols-4 md:gap-4 lg:grid-cols-5 xl:grid-cols-6">
        {status === "loading" && Array.from({ length: 6 }, (_, place) => <Placeholder key={place} />)}
        {ids.map((id) => {
          const product = products.get(id);
          if (!product) return failed ? null : <Placeholder key={id} />;
          return (
            <li key={id}>
              <ProductCard card={toCard(product)} sizes="(width < 48rem) 45vw, 200px" />
            </li>
          );
        })}
      </ul>
      {failed && <TryAgain title={t("We couldn't load the products")} again={again} />}
      {most < favorites.lines.length && (
        <div className="mt-6 flex justify-center">
          <Button kind="quiet" onClick={() => setMost(most + STEP)}>
            {t("Show more")}
          </Button>
        </div>
      )}
    </>
  );
}

const Placeholder = () => (
  <li>
    <ProductCardSkeleton />
  </li>
);

/** The ids, newest first. One that is removed keeps its place during the visit, so that nothing jumps and the heart can be pressed again. */
function useSeen(ids: readonly string[]): string[] {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const fresh = ids.filter((id) => !seen.includes(id));
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  return [...seen, ...fresh].toReversed();
}

function NoFavorites() {
  return (
    <EmptyState title={t("No favorites yet")}>
      <p>{t("Press the heart on a product to find it here again.")}</p>
      <Link to={paths.home} className={buttonLook({ size: "large" }, "min-w-44")}>
        {t("Shop Now")}
      </Link>
    </EmptyState>
  );
}
