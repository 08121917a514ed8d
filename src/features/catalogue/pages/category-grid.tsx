import { Link } from "react-router";
import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import type { Row } from "./home.tsx";
import { ShelfPicture } from "./shelf-picture.tsx";

/** Category pictures, each linking to its first subcategory (HOME-2): a grid, on phones one line that is swiped. */
export function CategoryGrid({ rows }: { rows: readonly Row[] }) {
  return (
    <section id="shelves" aria-labelledby="shelves-title" className="page scroll-mt-36 pt-6 md:scroll-mt-20 md:pt-10.5">
      <h2 id="shelves-title" className="heading mb-4 text-2xl md:mb-4.5 md:text-3xl">
        {t("Browse the shelves")}
      </h2>
      {rows.length === 0 && <EmptyState title={t("No Data")}>{t("We are still filling the shelves.")}</EmptyState>}
      <ul className="shelf-grid">
        {rows.map(({ category, subCategory }) => (
          <li key={category._id}>
            <Link to={paths.listing(category, subCategory)} className="shelf-tile">
              <ShelfPicture image={category.image} sizes="(width < 48rem) 76px, 100px" />
              <span>{category.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Placeholders for twelve categories (HOME-3). */
export function CategoryGridSkeleton() {
  return (
    <div className="page pt-6 md:pt-10.5">
      <Skeleton className="mb-4 h-7 w-56 md:mb-4.5" />
      <div aria-busy="true" data-testid="category-skeletons" className="shelf-grid">
        {Array.from({ length: 12 }, (_, place) => (
          <div key={place} className="shelf-tile">
            <Skeleton className="aspect-square w-full rounded-full" />
            <Skeleton className="mb-4 h-3.5 w-3/4" />
          </div>
        ))}
      </div>
    </div>
  );
}
