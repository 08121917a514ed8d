import { Link } from "react-router";
import { formatCents, toCents } from "#shared/money.ts";
import { paths } from "#web/paths.ts";
import { FigureTable } from "./figure-table.tsx";
import { Nothing, Panel } from "./panel.tsx";
import { useBestSellers } from "./use-figures.ts";

const money = (dollars: number) => formatCents(toCents(dollars));
const LAST = "The last 30 days";

/** What was sold most. */
export function BestSellersPanel() {
  return (
    <Panel title="Best sellers" lead={LAST} read={useBestSellers()} height="h-90">
      {({ products }) =>
        products.length === 0 ? (
          <Nothing>Nothing was sold yet.</Nothing>
        ) : (
          <FigureTable
            caption="Best sellers"
            head={["Product", "Pieces", "Revenue"]}
            rows={products.map((product) => ({
              id: product._id,
              name: product.isThere ? (
                <Link to={paths.product(product)} className="line-clamp-1 hover:underline">
                  {product.name}
                </Link>
              ) : (
                <span className="line-clamp-1 text-ink-2">{product.name} (deleted)</span>
              ),
              figures: [product.pieces.toLocaleString("en-US"), money(product.revenue)],
            }))}
          />
        )
      }
    </Panel>
  );
}

/** Which categories bring the revenue: a chart in the rows of its own table. */
export function CategoriesPanel() {
  return (
    <Panel title="Categories by revenue" lead={`${LAST}; a product in several counts in each`} read={useBestSellers()} height="h-90">
      {({ categories }) =>
        categories.length === 0 ? (
          <Nothing>Nothing was sold yet.</Nothing>
        ) : (
          <FigureTable
            caption="Categories by revenue"
            head={["Category", "Pieces", "Revenue"]}
            rows={categories.map(({ _id, name, pieces, revenue }) => ({
              id: _id,
              name,
              figures: [pieces.toLocaleString("en-US"), money(revenue)],
              share: revenue / Math.max(categories[0]!.revenue, 0.01),
            }))}
          />
        )
      }
    </Panel>
  );
}
