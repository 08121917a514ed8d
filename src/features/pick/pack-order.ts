import { sql, type SQL } from "drizzle-orm";
import { databaseNow } from "#server/db/clock.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { formatAmount, formatCents } from "#shared/money.ts";
import { inKilos } from "#shared/weights.ts";
import { language } from "#words/language.ts";
import { plural, t } from "#words/t.ts";
import { noteChange } from "../audit/note-change.ts";
import { sumsOf } from "../cart/sums/rules.ts";
import { spokenLine } from "../catalogue/spoken/spoken-line.ts";
import { changeUse, returnUse } from "../coupons/uses-store.ts";
import { notifyAdminsToPack, notifyMissing } from "../orders/notifications.ts";
import { recordAmount, recordWeight, type Named } from "../orders/timeline/recorded-amount.ts";
import { readTimeline, recordEvent } from "../orders/timeline/order-events.ts";
import { needsAdminAfter, type StaffActor } from "../orders/limits/refund-limit.ts";
import { IS_PAID } from "../orders/rules.ts";
import { replaceLines } from "../orders/placing/new-order-store.ts";
import { readOrder, type PlacedOrder } from "../orders/store.ts";
import { lockOrder, updateOrder } from "../orders/locked-order-store.ts";
import { deleteMarksOf } from "../orders/picked/store.ts";
import { tagsOf } from "../orders/tags.ts";
import { refundOverpaid } from "../payments/differences/refund-overpaid.ts";
import { lockHeld } from "../payments/differences/start-difference.ts";
import { sumPerProduct } from "../stock/rules.ts";
import { namedShortages } from "../stock/words.ts";
import { lockStock, type StockedProduct } from "../stock/store.ts";
import { judgeIfEnough, returnLocked, takeLocked, writeOffLocked, type TakenLine } from "../stock/take-stock.ts";
import { emailPacked } from "./emails.ts";
import { checkPickable, unwantedMessage } from "./mark-lines.ts";
import { chargedGrams, packedAs, replacedOf, type Mark } from "./rules.ts";
import { productsToPack, readLinesToPick, type LineToPick } from "./store.ts";

interface Packing {
  bags: number;
  /** The total the picker saw; another one is refused. */
  expectedCents: number | undefined;
}

/** The result of packing. */
interface Packed {
  totalCents: number;
  /** What goes back to the shopper. */
  overpaidCents: number;
}

/**
 * Packs an order as it is marked, in one transaction: what is missing or replaced lowers its lines, total and stock, and a difference that
 * was paid goes back exactly once. Packing it again changes nothing. Two round trips.
 * @param ref SQL for the order's id
 * @throws Refusal 404, 409 if something is not marked yet, nothing was found, a replacement has run out, the total is another one than the
 * picker saw, or the order was sent or canceled, 403 if only an admin may refund the difference or give away that much:
 * the admins are notified then
 */
export async function packOrder(database: Database, who: StaffActor, ref: SQL, { bags, expectedCents }: Packing): Promise<Packed> {
  const packed = await database.transact(async (transaction) => {
    const { tx, invalidate, withCommit } = transaction;
    // In the order of locks of all writers: payments, order, products.
    const [held, locked, order, picked, products, timeline] = await Promise.all([
      lockHeld(tx, ref),
      lockOrder(tx, ref),
      readOrder(tx, ref),
      readLinesToPick(tx, sql`array[${ref}]`),
      lockStock(tx, [], productsToPack(ref)),
      readTimeline(tx, ref, "ADMIN"),
    ]);
    if (!locked || !order || locked.deletedAt) throw refuse.notFound(t("Order not found"));
    if (locked.packedAt) return { totalCents: locked.totalCents, overpaidCents: 0 };
    checkPickable({ ...locked, packed: false });

    const { id: orderId } = order;
    const marks = marksOf(order, picked);
    checkWishes(order, marks);
    const taken = replacementsOf(products, marks);
    const asPacked = marks.map((mark) => withProduct(mark, taken));
    const { lines, couponCents, totalCents, givenCents } = packedAs(order, asPacked, order.language);
    if (lines.length === 0) throw refuse.conflict(t("Nothing in this order was found. Cancel it instead."));
    if (expectedCents !== undefined && expectedCents !== totalCents)
      throw refuse.conflict(t("The total is now {total}. Check it and pack the order again.", { total: formatCents(totalCents) }));
    const overpaidCents = IS_PAID[order.paymentStatus] ? order.totalCents - totalCents : 0;
    if (needsAdminAfter({ ...order, timeline }, who, overpaidCents + givenCents)) {
      await notifyAdminsToPack(tx, order);
      return null;
    }

    moveGoods(transaction, who, { order, marks, products, taken });
    const { subtotalCents, itemsCents, weighed } = sumsOf({ lines });
    const isShort = marks.some(({ found }, position) => found < order.lines[position]!.quantity);
    const isLowered = isShort || itemsCents < sumsOf(order).itemsCents;
    const isReplaced = isLowered || weighed;
    // Nothing it takes off was found, so it counts as unused.
    const isCouponLost = order.couponCents > 0 && couponCents === 0;
    const sums = isReplaced ? { subtotalCents, couponCents, totalCents, ...(isCouponLost && { couponCode: "" }) } : {};
    withCommit(updateOrder(tx, orderId, { packedAt: new Date(databaseNow()), bags, ...sums }));
    if (isReplaced) withCommit(replaceLines(tx, orderId, lines));
    if (isCouponLost) withCommit(returnUse(tx, orderId));
    else if (couponCents !== order.couponCents) withCommit(changeUse(tx, orderId, couponCents));
    if (isLowered) recordMissing(transaction, who, order, marks, taken);
    if (totalCents !== order.totalCents) {
      const [before, after] = [formatAmount(order.totalCents), formatAmount(totalCents)];
      withCommit(recordEvent(tx, { orderId, kind: "TOTAL", who, before, after }));
    }
    if (overpaidCents > 0) refundOverpaid(transaction, locked, held, overpaidCents, who);
    withCommit(recordEvent(tx, { orderId, kind: "PACKED", who, ...(givenCents > 0 && { after: formatAmount(givenCents) }) }));
    if (isLowered) withCommit(emailPacked(tx, orderId), notifyMissing(tx, order));
    withCommit(deleteMarksOf(tx, orderId));
    invalidate(tagsOf.changed(orderId), tagsOf.picked(orderId));
    return { totalCents, overpaidCents };
  });
  if (packed) return packed;
  throw refuse.forbidden(
    t("Only an admin can refund or give away more than {amount}. Ask one to pack this order: what you marked is saved.", {
      amount: formatCents(who.mayRefundCents ?? 0),
    }),
  );
}

type StoredMark = NonNullable<LineToPick["mark"]>;

/** The marks of an order's lines, by position. @throws Refusal 409 if one is missing */
function marksOf({ lines }: PlacedOrder, picked: readonly LineToPick[]): StoredMark[] {
  const byPosition = new Map(picked.map(({ position, mark }) => [position, mark]));
  const marks = lines.flatMap((_, position) => byPosition.get(position) ?? []);
  const left = lines.length - marks.length;
  if (left > 0) throw refuse.conflict(plural(left, "{count} product is not picked yet", "{count} products are not picked yet"));
  return marks;
}

/** Shoppers may have chosen after a replacement was marked. @throws Refusal 409 if one doesn't want it */
function checkWishes({ lines }: PlacedOrder, marks: readonly StoredMark[]): void {
  const unwanted = lines.find(({ ifMissing }, position) => ifMissing === "refund" && marks[position]!.replacement);
  if (unwanted) throw refuse.conflict(unwantedMessage(spokenLine(unwanted, language())));
}

/** The replacements as they are taken from stock, by product. @throws Refusal 409 if one has run out */
function replacementsOf(products: readonly StockedProduct[], marks: readonly StoredMark[]): Map<string, TakenLine> {
  const taken = judgeIfEnough(products, sumPerProduct(marks.flatMap(({ replacement }) => replacement ?? [])));
  if (!taken.ok) throw refuse.conflict(t("{shortage}. Choose another replacement.", { shortage: namedShortages(taken.short) }));
  return new Map(taken.lines.map((line) => [line.productId, line]));
}

function withProduct({ found, grams, noneLeft, replacement }: StoredMark, products: ReadonlyMap<string, TakenLine>): Mark<TakenLine> {
  const product = replacement && products.get(replacement.productId);
  const replaced = replacement && product ? { product, quantity: replacement.quantity, grams: replacement.grams } : null;
  return { found, grams, noneLeft, replacement: replaced };
}

interface Goods {
  order: PlacedOrder;
  marks: readonly StoredMark[];
  /** Locked. */
  products: readonly StockedProduct[];
  taken: ReadonlyMap<string, TakenLine>;
}

/** Takes replacements from stock. Returns missing pieces to stock or, if the shelf is empty, writes them off with everything else. */
function moveGoods({ tx, invalidate, withCommit }: Transaction, { adminId }: StaffActor, { order, marks, products, taken }: Goods): void {
  if (taken.size > 0) withCommit(takeLocked(tx, invalidate, [...taken.values()], "sell"));
  const missing = order.lines.map(({ productId, quantity }, position) => ({ productId, quantity: quantity - marks[position]!.found }));
  const isGone = new Set(missing.filter((_, position) => marks[position]!.noneLeft).map(({ productId }) => productId));
  const back = sumPerProduct(missing.filter(({ productId, quantity }) => quantity > 0 && !isGone.has(productId)));
  const now = afterTaking(products, taken);
  if (back.length > 0) withCommit(returnLocked(tx, invalidate, now, back, "takeBack"));
  const gone = sumPerProduct(missing.filter(({ productId }) => isGone.has(productId)));
  if (gone.length === 0) return;
  withCommit(writeOffLocked(tx, invalidate, now, gone));
  for (const { productId, name, stock } of now)
    if (isGone.has(productId) && stock > 0)
      withCommit(
        noteChange(tx, adminId, {
          kind: "product",
          thingId: productId,
          thingName: name,
          action: "changed",
          before: { stock },
          after: { stock: 0 },
        }),
      );
}

/** The products once the replacements are taken. */
const afterTaking = (products: readonly StockedProduct[], taken: ReadonlyMap<string, TakenLine>) =>
  products.map((product) => ({ ...product, stock: product.stock - (taken.get(product.productId)?.quantity ?? 0) }));

/** Records, line by line, what was missing, what replaces it, and what weighed less, named as the shopper ordered it. */
function recordMissing(
  { tx, withCommit }: Transaction,
  who: StaffActor,
  { id: orderId, lines, language }: PlacedOrder,
  marks: readonly StoredMark[],
  products: ReadonlyMap<string, TakenLine>,
): void {
  for (const [position, line] of lines.entries()) {
    const { quantity, weighed } = line;
    const mark = marks[position]!;
    const { found, grams, replacement } = mark;
    const replaced = replacedOf(line, mark);
    if (replacement) {
      const other = products.get(replacement.productId)!; // taken above
      const before = recordAmount(replaced, spokenLine(line, language));
      const after = recordTaken(replacement, spokenLine(other, language));
      withCommit(recordEvent(tx, { orderId, kind: "REPLACED", who, before, after }));
    }
    const left = found + replaced;
    if (left < quantity && (left === 0 || weighed?.by !== "weight"))
      withCommit(
        recordEvent(tx, { orderId, kind: "MISSING", who, before: recordAmount(quantity, spokenLine(line, language)), after: String(left) }),
      );
    const estimate = (weighed?.grams ?? 0) * (weighed?.by === "weight" ? quantity - replaced : found);
    if (found > 0 && grams !== null && grams < estimate)
      withCommit(
        recordEvent(tx, {
          orderId,
          kind: "WEIGHED",
          who,
          before: recordWeight(estimate, spokenLine(line, language)),
          after: inKilos(grams),
        }),
      );
  }
}

/** How much of a replacement went into the bag: of goods sold by weight, what it weighs. */
function recordTaken({ quantity, grams }: NonNullable<StoredMark["replacement"]>, product: Named): string {
  const { weighed } = product;
  if (weighed?.by !== "weight") return recordAmount(quantity, product);
  return recordWeight(chargedGrams(quantity, grams, weighed), product);
}
