import { formatDollars } from "#shared/money.ts";
import { inKilos } from "#shared/weights.ts";
import { t } from "#words/t.ts";
import type { Product } from "../contract.ts";

/** The price per kilogram, liter or piece: `$17.15/kg`. Where the price itself is per kilogram, what a piece weighs: `about 0.3 kg`. */
export function UnitPrice({ of: { unit_price: each, weighed } }: { of: Partial<Pick<Product, "unit_price" | "weighed">> }) {
  if (weighed)
    return weighed.by === "piece" ? <span className="inline-block">{t("about {grams}", { grams: inKilos(weighed.grams) })}</span> : null;
  if (!each) return null;
  return (
    <span className="inline-block">
      {formatDollars(each.price)}/{each.per === "piece" ? t("piece") : each.per === "100 pieces" ? t("100 pieces") : each.per}
    </span>
  );
}
