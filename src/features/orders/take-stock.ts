import type { Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { discounted } from "#shared/money.ts";
import type { Item } from "../cart/rules.ts";
import { lockProducts, moveStock, type LockedProduct, type StockMove } from "../catalogue/stock.ts";
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
 * Takes pieces out of the shelves, sold or reserved: all of them or, where the transaction is not committed, none.
 * Refuses before it changes anything.
 * @param items one for each product
 * @throws Refusal 404 for what never was a product, 409 naming those of which too few are left
 */
export async function takeStock(
  tx: Db,
  invalidate: Invalidate,
  items: readonly Item[],
  move: "sell" | "reserve" = "sell",
): Promise<TakenLine[]> {
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
  if ((await moveStock(tx, move, items)) !== items.length) throw new Error("The stock of a locked product changed");

  const emptied = lines.filter(({ stock, quantity }) => stock === quantity).map((line) => line.productId);
  await tellStock(tx, invalidate, items, emptied);
  return lines;
}

/** Puts pieces back on the shelves: reserved ones, or sold ones that come back. */
export async function returnStock(
  tx: Db,
  invalidate: Invalidate,
  items: readonly Item[],
  move: Extract<StockMove, "release" | "takeBack">,
): Promise<void> {
  const ids = items.map((item) => item.productId);
  const before = await lockProducts(tx, ids);
  await moveStock(tx, move, items);
  await tellStock(
    tx,
    invalidate,
    items,
    before.filter(({ stock }) => stock === 0).map(({ productId }) => productId),
  );
}

/** Names what no longer holds. Only who comes to 0 or from there changes pages. */
async function tellStock(tx: Db, invalidate: Invalidate, items: readonly Item[], crossing: readonly string[]): Promise<void> {
  invalidate(tagsOf.popular, ...items.map((item) => tagsOf.stock(item.productId)));
  if (crossing.length === 0) return;
  const categories = await readCategoryIds(tx, crossing);
  invalidate(...crossing.map(tagsOf.product), ...categories.map(tagsOf.category));
}
