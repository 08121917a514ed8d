import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { classNames } from "#ui/class-names.ts";
import { NeedsScript } from "#web/needs-script.tsx";
import { paths } from "#web/paths.ts";
import { plural, t } from "#words/t.ts";

const PLACES = [
  { name: t("Favorites"), to: paths.favorites },
  { name: t("Lists"), to: paths.lists },
] as const;

/** The frame of the pages with what someone saved. */
export function SavedPage({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="page py-6">
      <nav aria-label={t("Saved")} className="mb-5 flex gap-2">
        {PLACES.map(({ name, to }) => (
          <NavLink
            key={to}
            to={to}
            className={({ isActive }) =>
              classNames(
                "inline-flex min-h-11 items-center rounded-control border px-4 font-semibold",
                isActive ? "border-leaf bg-leaf-tint text-leaf" : "border-line-2 bg-surface hover:bg-sunken",
              )
            }
          >
            {name}
          </NavLink>
        ))}
      </nav>
      {title && <h1 className="heading mb-4.5 text-3xl">{title}</h1>}
      <NeedsScript>{children}</NeedsScript>
    </div>
  );
}

/** Says how many products there are, and how many of them are sold out. */
export function countWords(count: number, soldOut: number): string {
  const products = plural(count, "{count} product", "{count} products");
  return soldOut > 0 ? t("{products}, {soldOut} out of stock", { products, soldOut }) : products;
}
