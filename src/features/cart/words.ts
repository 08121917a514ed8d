import { itemsIn } from "#shared/weights.ts";
import { t } from "#words/t.ts";
import type { FilledCart } from "./contract.ts";

/** Says how many pieces were added to the cart. */
export function filledMessage({ added }: FilledCart): string {
  const pieces = added.reduce((sum, line) => sum + itemsIn(line), 0);
  if (pieces === 0) return t("None of these items are available right now");
  return pieces === 1 ? t("1 item added to your cart") : t("{pieces} items added to your cart", { pieces });
}
