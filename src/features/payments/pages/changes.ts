import { shortageMessage } from "#features/stock/words.ts";
import type { Line } from "#features/cart/pages/engine/cart-state.ts";
import { withKind } from "#features/catalogue/words.ts";
import { paidCents } from "#features/catalogue/rules.ts";
import { priceWords } from "#features/orders/words.ts";
import type { OrderConflict } from "#features/orders/contract.ts";
import { t } from "#words/t.ts";

/** The prices the shopper has seen, in cents by product. */
export type SeenPrices = ReadonlyMap<string, number>;

export function pricesOf(lines: readonly Line[]): SeenPrices {
  return new Map(lines.map(({ product }) => [product._id, paidCents(product)]));
}

/**
 * What changed in the shop since the cart was filled, one sentence each: not enough stock, a new price, or (known only from a
 * refused order) a product that is gone, or a coupon that can no longer be used.
 */
export function changesOf(lines: readonly Line[], seen: SeenPrices, conflict: OrderConflict | null): string[] {
  const changes = lines.flatMap(({ product, quantity }) => {
    const said: string[] = [];
    if (product.stock !== undefined && product.stock < quantity) said.push(shortageMessage({ ...product, stock: product.stock }));
    const before = seen.get(product._id);
    const now = paidCents(product);
    if (before !== undefined && before !== now)
      said.push(
        t("{name} now costs {price} instead of {before}", {
          name: withKind(product.name, product.unit),
          price: priceWords(now, product.weighed),
          before: priceWords(before, product.weighed),
        }),
      );
    return said;
  });
  const gone =
    conflict?.reason === "stock"
      ? conflict.products.filter(({ productId }) => !lines.some(({ product }) => product._id === productId))
      : [];
  const coupon = conflict?.reason === "coupon" ? [conflict.message] : [];
  return [...changes, ...gone.map(({ name, unit }) => t("{name} is no longer in the shop", { name: withKind(name, unit) })), ...coupon];
}
