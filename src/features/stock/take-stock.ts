import type { Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { note } from "#server/metrics/events.ts";
import { discounted } from "#shared/money.ts";
import { readCategoryIds } from "../catalogue/store.ts";
import { tagsOf } from "../catalogue/tags.ts";
import type { Shortage } from "./contract.ts";
import { shortagesMessage, type Item } from "./rules.ts";
import { lockShelves, movePieces, type ShelfProduct } from "./store.ts";

/** A product as it was when its pieces were taken. */
export interface TakenLine extends ShelfProduct {
  /** What one piece costs after the discount (CARD-6). */
  paidCents: number;
  quantity: number;
}

/**
 * Takes pieces from the stock, to be sold or reserved: all of them, or none.
 * @param items one per product
 * @throws Refusal 404 if a product never existed, 409 naming the products that ran short
 */
export async function takeStock(
  tx: Db,
  invalidate: Invalidate,
  items: readonly Item[],
  move: "sell" | "reserve" = "sell",
): Promise<TakenLine[]> {
  const taken = await takeIfEnough(tx, invalidate, items, move);
  if (taken.ok) return taken.lines;
  const { short } = taken;
  const products = short.map(({ productId, name, stock }) => ({ productId, name, stock }));
  throw refuse.conflict(shortagesMessage(short), { reason: "stock", products } satisfies Shortage);
}

type Taken = { ok: true; lines: TakenLine[] } | { ok: false; short: TakenLine[] };

/** Like {@link takeStock}, but returns what ran short instead of refusing. @throws Refusal 404 if a product never existed */
export async function takeIfEnough(tx: Db, invalidate: Invalidate, items: readonly Item[], move: "sell" | "reserve"): Promise<Taken> {
  const products = new Map((await lockShelves(tx, idsOf(items))).map((product) => [product.productId, product]));
  const lines = items.map(({ productId, quantity }) => {
    const product = products.get(productId);
    if (!product) throw refuse.notFound("Product");
    return { ...product, paidCents: discounted(product.listCents, product.discountHundredths), quantity };
  });
  const short = lines.filter(({ stock, quantity }) => stock < quantity);
  if (short.length > 0) {
    note("stock-conflict");
    return { ok: false, short };
  }
  await movePieces(tx, move, items);
  const soldOut = lines.filter(({ stock, quantity }) => stock === quantity);
  await invalidateStock(tx, invalidate, items, soldOut);
  return { ok: true, lines };
}

/** Returns pieces to the stock: released ones, or sold ones that come back. */
export async function returnStock(tx: Db, invalidate: Invalidate, items: readonly Item[], move: "release" | "takeBack"): Promise<void> {
  const before = await lockShelves(tx, idsOf(items));
  await movePieces(tx, move, items);
  const wereSoldOut = before.filter(({ stock }) => stock === 0);
  await invalidateStock(tx, invalidate, items, wereSoldOut);
}

/** @param crossing products that just sold out or came back, which invalidates pages */
async function invalidateStock(
  tx: Db,
  invalidate: Invalidate,
  items: readonly Item[],
  crossing: readonly Pick<Item, "productId">[],
): Promise<void> {
  invalidate(tagsOf.popular, ...items.map(({ productId }) => tagsOf.stock(productId)));
  if (crossing.length === 0) return;
  const ids = idsOf(crossing);
  const categories = await readCategoryIds(tx, ids);
  invalidate(tagsOf.availability, ...ids.map(tagsOf.product), ...categories.map(tagsOf.category));
}

const idsOf = (items: readonly Pick<Item, "productId">[]) => items.map(({ productId }) => productId);
