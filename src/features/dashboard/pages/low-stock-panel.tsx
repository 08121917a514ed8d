import { Link } from "react-router";
import { formatCount } from "#shared/count.ts";
import { amountOf } from "#shared/weights.ts";
import { Badge } from "#ui/badge.tsx";
import { adminPaths } from "#web/admin-paths.ts";
import { t } from "#words/t.ts";
import { FigureTable } from "./figure-table.tsx";
import { FigurePanel, Nothing } from "./figure-panel.tsx";
import { ProductName } from "./product-name.tsx";
import { useLowStock } from "./use-figures.ts";

/** Rows of the panel; the list of products has the rest. */
const SHOWN = 8;

/** Products to restock, lowest stock first. */
export function LowStockPanel() {
  const query = useLowStock();
  const lead = query.data ? t("{threshold} pieces or fewer, fewest first", { threshold: query.data.threshold }) : t("Fewest pieces first");
  return (
    <FigurePanel id="low-stock" title={t("Low stock")} lead={lead} query={query}>
      {({ products, low }) =>
        products.length === 0 ? (
          <Nothing>{t("Everything is in stock.")}</Nothing>
        ) : (
          <>
            <FigureTable
              caption={t("Low stock")}
              head={[t("Product"), t("Sold"), t("Left")]}
              rows={products.slice(0, SHOWN).map((product) => ({
                id: product._id,
                name: (
                  <Link to={adminPaths.product(product._id)} className="line-clamp-1 hover:underline">
                    <ProductName of={product} />
                  </Link>
                ),
                figures: [
                  product.weighed?.by === "weight" ? amountOf(product.sold, product.weighed) : formatCount(product.sold),
                  product.stock === 0 ? <Badge tone="red">{t("Sold out")}</Badge> : amountOf(product.stock, product.weighed),
                ],
              }))}
            />
            {low > SHOWN && (
              <Link
                to={`${adminPaths.products}?stock=low&sort=stock`}
                className="mt-2 inline-flex min-h-9 items-center px-2 text-sm font-semibold text-leaf hover:underline"
              >
                {t("See all {count}", { count: formatCount(low) })}
              </Link>
            )}
          </>
        )
      }
    </FigurePanel>
  );
}
