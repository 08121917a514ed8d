import { Link } from "react-router";
import { classNames } from "#ui/class-names.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import type { Variant } from "../contract.ts";

/** Links to the sizes or flavors a product comes in. */
export function Sizes({ sizes, current }: { sizes: readonly Variant[]; current: string }) {
  if (sizes.length < 2) return null;
  return (
    <nav aria-label={t("Sizes")} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {sizes.map((size) => {
          const isCurrent = size._id === current;
          return (
            <li key={size._id}>
              <Link
                to={paths.product(size)}
                aria-current={isCurrent ? "page" : undefined}
                className={classNames(
                  "inline-flex min-h-11 items-center rounded-control border px-4 font-semibold transition-colors duration-150",
                  isCurrent ? "border-leaf bg-leaf-tint text-leaf outline outline-leaf" : "border-line-2 bg-surface hover:bg-leaf-wash",
                )}
              >
                {size.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
