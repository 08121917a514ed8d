import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/errors.ts";
import { discounted } from "#shared/money.ts";
import type { Item } from "../cart/rules.ts";
import { lockProducts, lowerStock, type LockedProduct } from "../catalogue/stock.ts";
import { readCategoryIds } from "../catalogue/store.ts";
import { tagsOf } from "../catalogue/tags.ts";
import type { OrderConflict } from "./contract.ts";
import { shortagesMessage } from "./rules.ts";

/** A product as it was when its pieces were taken. */
export interface TakenLine extends LockedProduct {
  /** What one piece costs after the discount (CARD-6). */
  paidCents: number;
  quantity: number;
}

/**
 * Takes pieces out of the shelves: all of them or, where the transaction is not committed, none.
 * @param items one for each product
 * @throws Refusal 404 for what never was a product, 409 naming those of which too few are left
 */
export async function takeStock(tx: Db, changed: (...tags: string[]) => void, items: readonly Item[]): Promise<TakenLine[]> {
  const products = new Map(
    (
      await lockProducts(
        tx,
        items.map((item) => item.productId),
      )
    ).map((product) => [product.productId, product]),
  );
  const lines = items.map(({ productId, quantity }) => {
    const product = products.get(productId);
    if (!product) throw refuse.notFound("Product");
    return { ...product, paidCents: discounted(product.listCents, product.discountHundredths), quantity };
  });

  const short = lines.filter(({ stock, quantity }) => stock < quantity);
  if (short.length > 0) {
    const named = short.map(({ productId, name, stock }) => ({ productId, name, stock }));
    throw refuse.conflict(shortagesMessage(short), { reason: "stock", products: named } satisfies OrderConflict);
  }
  if ((await lowerStock(tx, items)) !== items.length) throw new Error("The stock of a locked product changed");

  changed(tagsOf.popular, ...items.map((item) => tagsOf.stock(item.productId)));
  const emptied = lines.filter(({ stock, quantity }) => stock === quantity).map((line) => line.productId);
  if (emptied.length > 0) {
    const categories = await readCategoryIds(tx, emptied);
    changed(...emptied.map(tagsOf.product), ...categories.map(tagsOf.category));
  }
  return lines;
}
