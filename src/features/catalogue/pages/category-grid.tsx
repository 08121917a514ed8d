import { Link } from "react-router";
import { pictureOf } from "#features/files/rules.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Picture } from "#ui/picture.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { paths } from "#web/paths.ts";
import type { Row } from "./home.tsx";

const grid = "grid grid-cols-4 gap-x-3 gap-y-4 md:grid-cols-5 md:gap-x-4 md:gap-y-5 lg:grid-cols-10";

/** Category pictures, each linking to its first subcategory (HOME-2). */
export function CategoryGrid({ rows }: { rows: readonly Row[] }) {
  return (
    <section id="shelves" aria-labelledby="shelves-title" className="page scroll-mt-36 pt-7.5 md:scroll-mt-20 md:pt-10.5">
      <h2 id="shelves-title" className="heading mb-4.5 text-2xl md:text-3xl">
        Browse the shelves
      </h2>
      {rows.length === 0 && <EmptyState title="No Data">The shelves are still being filled.</EmptyState>}
      <ul className={grid}>
        {rows.map(({ category, subCategory }) => (
          <li key={category._id}>
            <Link
              to={paths.listing(category, subCategory)}
              className="group flex flex-col items-center gap-2.5 rounded-card text-center text-[0.8125rem] leading-tight font-semibold hover:text-leaf"
            >
              <Picture
                {...pictureOf(category.image)}
                alt=""
                sizes="(width < 48rem) 23vw, 114px"
                className="rounded-card transition-transform duration-200 group-hover:scale-[1.03] md:rounded-panel"
              />
              <span className="min-h-[2.4em]">{category.name}</span>
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
    <div className="page pt-7.5 md:pt-10.5">
      <Skeleton className="mb-4.5 h-7 w-56" />
      <div aria-busy="true" data-testid="category-skeletons" className={grid}>
        {Array.from({ length: 12 }, (_, place) => (
          <div key={place} className="flex flex-col items-center gap-2.5">
            <Skeleton className="aspect-square w-full rounded-card md:rounded-panel" />
            <Skeleton className="mb-4 h-3.5 w-3/4" />
          </div>
        ))}
      </div>
    </div>
  );
}
