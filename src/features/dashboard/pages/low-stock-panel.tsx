import { Link } from "react-router";
import { Badge } from "#ui/badge.tsx";
import { adminPaths } from "#web/admin-paths.ts";
import { FigureTable } from "./figure-table.tsx";
import { FigurePanel, Nothing } from "./panel.tsx";
import { useLowStock } from "./use-figures.ts";

/** Products to restock, lowest stock first. */
export function LowStockPanel() {
  const query = useLowStock();
  const lead = query.data ? `${query.data.threshold} pieces or fewer, fewest first` : "Fewest pieces first";
  return (
    <FigurePanel id="low-stock" title="Low stock" lead={lead} query={query}>
      {({ products, low }) =>
        products.length === 0 ? (
          <Nothing>Everything is in stock.</Nothing>
        ) : (
          // Focusable, so that the keyboard can scroll it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <section aria-label="Products low on stock" tabIndex={0} className="max-h-100 overflow-y-auto">
            <FigureTable
              caption="Low stock"
              head={["Product", "Sold", "Left"]}
              rows={products.map((product) => ({
                id: product._id,
                name: (
                  <Link to={adminPaths.product(product._id)} className="line-clamp-1 hover:underline">
                    {product.name}
                    {product.unit && <span className="text-ink-2"> · {product.unit}</span>}
                  </Link>
                ),
                figures: [product.sold.toLocaleString("en-US"), product.stock === 0 ? <Badge tone="red">Sold out</Badge> : product.stock],
              }))}
            />
            {low > products.length && (
              <p className="mt-2 px-2 text-sm text-ink-2">and {(low - products.length).toLocaleString("en-US")} more</p>
            )}
          </section>
        )
      }
    </FigurePanel>
  );
}
