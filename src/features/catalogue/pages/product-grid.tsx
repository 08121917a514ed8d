import { Fragment } from "react";
import { useLocation, useSearchParams } from "react-router";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { localPath } from "#words/language.ts";
import { t } from "#words/t.ts";
import { ProductCard, ProductCardSkeleton } from "./product-card.tsx";
import { LIST_ID, type EndlessList } from "./product-list.ts";
import { PageButtons } from "./narrowing/page-buttons.tsx";
import { useIsNarrowed } from "./narrowing/use-narrowing.ts";
import { useFewLeft } from "./use-few-left.ts";

interface ProductGridProps {
  list: EndlessList;
  /** Grid columns, and the `sizes` attribute of the pictures. */
  look: { grid: string; sizes: string };
  /** Number of cards visible without scrolling, whose pictures load first. */
  eager?: number;
  /** Newer results are loading. */
  stale?: boolean;
}

/**
 * Cards that load page by page while scrolling. Placeholders for the next page prevent layout shifts. Without JavaScript, there are
 * links to the other pages.
 */
export function ProductGrid({ list, look, eager = 4, stale = false }: ProductGridProps) {
  const { pages, cards, hasMore, loading, problem, more } = list;
  const othersFrom = pages.find((page) => page.othersFrom)?.othersFrom;
  const few = useFewLeft(cards);
  return (
    <>
      <ul
        id={LIST_ID}
        aria-busy={stale || loading}
        className={classNames("grid transition-opacity duration-150", look.grid, stale && "opacity-50")}
      >
        {cards.map((card, place) => (
          <Fragment key={card._id}>
            {card._id === othersFrom && (
              <li className="col-span-full mt-4">
                <h2 className="heading text-xl md:text-2xl">{t("Other results")}</h2>
              </li>
            )}
            <li>
              <ProductCard card={card} sizes={look.sizes} eager={place < eager} left={few.get(card._id)} />
            </li>
          </Fragment>
        ))}
        {hasMore && !problem && <Skeletons key={cards.length} count={4} />}
      </ul>
      {problem && (
        <p role="alert" className="mt-6 flex flex-wrap items-center justify-center gap-4 text-ink-2">
          {problem}
          <Button kind="quiet" onClick={() => void more()}>
            {t("Try again")}
          </Button>
        </p>
      )}
      <PageLinks list={list} />
    </>
  );
}

/** Placeholders for loading cards, as list items. */
export function Skeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => (
    <li key={place} aria-hidden className="needs-script">
      <ProductCardSkeleton />
    </li>
  ));
}

function PageLinks({ list: { pages } }: { list: EndlessList }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { page, totalPage } = pages.at(-1) ?? { page: 1, totalPage: 1 };
  const address = (to: number) => {
    const query = new URLSearchParams(search);
    if (to > 1) query.set("page", String(to));
    else query.delete("page");
    return localPath(query.size > 0 ? `${pathname}?${query}` : pathname);
  };
  const isNarrowed = useIsNarrowed();
  if (totalPage < 2) return null;
  if (isNarrowed) return <PageButtons page={page} totalPage={totalPage} />;
  return (
    <noscript>
      <nav aria-label={t("Pages")} className="mt-6 flex justify-center gap-6 font-semibold text-leaf">
        {page > 1 && <a href={address(page - 1)}>{t("Previous page")}</a>}
        {page < totalPage && <a href={address(page + 1)}>{t("Next page")}</a>}
      </nav>
    </noscript>
  );
}
