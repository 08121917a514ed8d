import type { Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { note } from "#server/metrics/events.ts";
import { discounted } from "#shared/money.ts";
import { spokenLine } from "../catalogue/spoken/spoken-line.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { tagsOf } from "../catalogue/tags.ts";
import type { Shortage } from "./contract.ts";
import { sumPerProduct, type Item } from "./rules.ts";
import { shortagesMessage } from "./words.ts";
import { emptyShelves, lockStock, movePieces, type StockedProduct } from "./store.ts";

/** A product as it was when its pieces were taken. */
export interface TakenLine extends StockedProduct {
  /** What one piece costs after the discount (CARD-6). */
  paidCents: number;
  quantity: number;
}

/**
 * The lines of an order for locked products.
 * @param items one per product
 * @param had what the order has already, if it is changed: its shopper is told how many it can have in all
 * @throws Refusal 404 if a product never existed, 409 naming the products that ran short
 */
export function judgeStock(products: readonly StockedProduct[], items: readonly Item[], had?: readonly Item[]): TakenLine[] {
  const lines = linesOf(products, items);
  const short = withReturned(shortLines(lines), had ?? []);
  if (short.length === 0) return lines;
  const named = short.map(({ productId, name, unit, stock }) => ({ productId, name, unit, stock }));
  throw refuse.conflict(shortagesMessage(short, had !== undefined), { reason: "stock", products: named } satisfies Shortage);
}

/** Locked products as they are once what payments hold of them is back in stock. */
export function withReturned(products: readonly StockedProduct[], held: readonly Item[]): StockedProduct[] {
  const back = new Map(sumPerProduct(held).map(({ productId, quantity }) => [productId, quantity]));
  return products.map((product) => ({ ...product, stock: product.stock + (product.isForSale ? (back.get(product.productId) ?? 0) : 0) }));
}

/** Takes the pieces of judged lines from the stock, to be sold or reserved. */
export async function takeLocked(tx: Db, invalidate: Invalidate, lines: readonly TakenLine[], move: "sell" | "reserve"): Promise<void> {
  const soldOut = lines.filter(({ stock, quantity }) => stock === quantity);
  invalidateStock(invalidate, lines, soldOut);
  await movePieces(tx, move, lines);
}

type Enough = { ok: true; lines: TakenLine[] } | { ok: false; short: TakenLine[] };

/** Like {@link judgeStock}, but returns what ran short instead of refusing. @throws Refusal 404 if a product never existed */
export function judgeIfEnough(products: readonly StockedProduct[], items: readonly Item[]): Enough {
  const lines = linesOf(products, items);
  const short = shortLines(lines);
  return short.length > 0 ? { ok: false, short } : { ok: true, lines };
}

/** Takes pieces from the stock: all of them, or none, and returns what ran short. @throws Refusal 404 if a product never existed */
export async function takeIfEnough(tx: Db, invalidate: Invalidate, items: readonly Item[], move: "sell" | "reserve"): Promise<Enough> {
  const judged = judgeIfEnough(await lockStock(tx, idsOf(items)), items);
  if (judged.ok) await takeLocked(tx, invalidate, judged.lines, move);
  return judged;
}

/** Returns pieces to the stock: released ones, or sold ones that come back. */
export async function returnStock(tx: Db, invalidate: Invalidate, items: readonly Item[], move: "release" | "takeBack"): Promise<void> {
  await returnLocked(tx, invalidate, await lockStock(tx, idsOf(items)), items, move);
}

/** Like {@link returnStock}, for products that are locked already. @param before as they were when they were locked */
export async function returnLocked(
  tx: Db,
  invalidate: Invalidate,
  before: readonly StockedProduct[],
  items: readonly Item[],
  move: "release" | "takeBack",
): Promise<void> {
  const returned = new Set(idsOf(items));
  const wereSoldOut = before.filter(({ productId, stock }) => stock === 0 && returned.has(productId));
  invalidateStock(invalidate, items, wereSoldOut);
  await movePieces(tx, move, items);
}

/**
 * Writes off the sold pieces of locked products that were not on the shelf, and the remaining stock as well: someone looked, and the shelf
 * is empty.
 * @param before as they were when they were locked
 */
export async function writeOffLocked(
  tx: Db,
  invalidate: Invalidate,
  before: readonly StockedProduct[],
  missing: readonly Item[],
): Promise<void> {
  const gone = new Set(idsOf(missing));
  const wereInStock = before.filter(({ productId, stock }) => gone.has(productId) && stock > 0);
  invalidateStock(invalidate, missing, wereInStock);
  await emptyShelves(tx, missing);
}

function linesOf(products: readonly StockedProduct[], items: readonly Item[]): TakenLine[] {
  const byId = new Map(products.map((product) => [product.productId, product]));
  return items.map(({ productId, quantity }) => {
    const product = byId.get(productId);
    if (!product) throw refuse.notFound(t("Product not found"));
    return { ...product, paidCents: discounted(product.listCents, product.discountHundredths), quantity };
  });
}

/** The lines that ran short, named as messages need them; if there are any, that counts as a stock conflict. */
function shortLines(lines: readonly TakenLine[]): TakenLine[] {
  const short = lines.filter(({ stock, quantity }) => stock < quantity);
  if (short.length > 0) note("stock-conflict");
  return short.map((line) => spokenLine(line, language()));
}

/** @param crossing products that just sold out or came back, which invalidates pages */
function invalidateStock(invalidate: Invalidate, items: readonly Item[], crossing: readonly StockedProduct[]): void {
  invalidate(tagsOf.popular, ...items.map(({ productId }) => tagsOf.stock(productId)));
  if (crossing.length === 0) return;
  const categories = new Set(crossing.flatMap(({ categoryIds }) => categoryIds));
  invalidate(tagsOf.availability, ...idsOf(crossing).map(tagsOf.product), ...[...categories].map(tagsOf.category));
}

const idsOf = (items: readonly Pick<Item, "productId">[]) => items.map(({ productId }) => productId);
