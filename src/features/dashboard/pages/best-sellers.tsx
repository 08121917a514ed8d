import { Link } from "react-router";
import { formatCount } from "#shared/count.ts";
import { formatCents, formatDollars, toCents } from "#shared/money.ts";
import { paths } from "#web/paths.ts";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";
import { FigureTable } from "./figure-table.tsx";
import { FigurePanel, Nothing } from "./figure-panel.tsx";
import { ProductName } from "./product-name.tsx";
import { useBestSellers } from "./use-figures.ts";

/** The best-selling products. */
export function BestSellersPanel() {
  return (
    <FigurePanel title={t("Best sellers")} lead={t("Last 30 days")} query={useBestSellers()} height="h-90">
      {({ products }) =>
        products.length === 0 ? (
          <Nothing>{t("No sales yet.")}</Nothing>
        ) : (
          <FigureTable
            caption={t("Best sellers")}
            head={[t("Product"), t("Pieces"), t("Sales")]}
            rows={products.map(({ _id, name, unit, pieces, revenue, expected, isThere }) => ({
              id: _id,
              name: isThere ? (
                <Link to={paths.product({ _id, name })} className="line-clamp-1 hover:underline">
                  <ProductName of={{ name, unit }} />
                </Link>
              ) : (
                <span className="line-clamp-1 text-ink-2">{rich("{name} (deleted)", { name: <ProductName of={{ name, unit }} /> })}</span>
              ),
              figures: [formatCount(pieces), formatCents(toCents(revenue) + toCents(expected))],
            }))}
          />
        )
      }
    </FigurePanel>
  );
}

/** Revenue by category, adding up to the shop's total. */
export function CategoriesPanel() {
  return (
    <FigurePanel
      title={t("Categories")}
      lead={t("Last 30 days; each product counts in one category")}
      query={useBestSellers()}
      height="h-90"
    >
      {({ categories }) => {
        if (categories.length === 0) return <Nothing>{t("No sales yet.")}</Nothing>;
        const most = Math.max(...categories.map(({ revenue, expected }) => revenue + expected), 0.01);
        return (
          <FigureTable
            caption={t("Sales by category")}
            head={[t("Category"), t("Pieces"), t("Revenue"), t("Expected")]}
            rows={categories.map(({ _id, name, isFee, pieces, revenue, expected }) => ({
              id: _id ?? (isFee ? "fees" : "none"),
              name: isFee ? t("Delivery fees") : name || t("No category"),
              figures: [isFee ? "–" : formatCount(pieces), formatDollars(revenue), formatDollars(expected)],
              share: (revenue + expected) / most,
            }))}
            total={[
              formatCount(categories.reduce((sum, { pieces }) => sum + pieces, 0)),
              formatCents(categories.reduce((sum, { revenue }) => sum + toCents(revenue), 0)),
              formatCents(categories.reduce((sum, { expected }) => sum + toCents(expected), 0)),
            ]}
          />
        );
      }}
    </FigurePanel>
  );
}
