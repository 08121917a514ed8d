import type { Database, Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import { formatCents, toDollars, toPercent } from "#shared/money.ts";
import type { AddressFields } from "../addresses/contract.ts";
import { noteAddressUsed } from "../addresses/store.ts";
import { sumLines, type Item } from "../cart/rules.ts";
import { removeOrdered } from "../cart/store.ts";
import type { OrderConflict, PaymentStatus } from "./contract.ts";
import { useKey, type RequestKey } from "./idempotency-key.ts";
import { tellOrderPlaced } from "./emails.ts";
import { recordEvent } from "./order-events.ts";
import { newOrderNumber } from "./order-number.ts";
import { orderedItems } from "./rules.ts";
import { insertLines, insertOrder } from "./store.ts";
import type { StoredLine } from "./tables.ts";
import { tagsOf } from "./tags.ts";
import { takeStock, type TakenLine } from "./take-stock.ts";

/** What is asked to be ordered. */
export interface OrderRequest {
  userId: string;
  items: readonly Item[];
  addressId: string;
  /** The total the shopper was shown. */
  expectedCents: number | undefined;
  key: RequestKey | undefined;
  payment: Payment;
}

/** How an order is paid. */
export interface Payment {
  status: PaymentStatus;
  /** As a person reads it. */
  method: string;
}

/**
 * Places an order: takes the stock, writes the order, takes the ordered pieces out of the cart; all or nothing.
 * A request that repeats the key of an earlier one gives that one's order.
 * @returns the order's id
 * @throws Refusal 400 too many pieces of a product, 404 address or product, 409 stock or price, 422 a key that was used for another request
 */
export async function placeOrder(database: Database, request: OrderRequest): Promise<string> {
  const { userId, addressId, expectedCents, payment, key } = request;
  const ordered = orderedItems(request.items);
  if (!ordered.ok) throw refuse.badInput(ordered.reason);
  const { items } = ordered;
  return database.transact(async (tx, invalidate) => {
    const id = newId();
    const earlier = await useKey(tx, userId, key, id);
    if (earlier) return earlier;

    const address = await noteAddressUsed(tx, addressId, userId);
    if (!address) throw refuse.notFound("Address");
    const lines = await takeStock(tx, invalidate, items);
    checkTotal(lines, expectedCents);
    await writeOrder(tx, invalidate, { id, userId, address, lines, payment });
    await removeOrdered(tx, userId, items);
    return id;
  });
}

/** @throws Refusal 409 with the prices of now when the shopper was shown another total */
export function checkTotal(lines: readonly TakenLine[], expectedCents: number | undefined): void {
  const { totalCents, subtotalCents } = sumLines(lines);
  if (expectedCents === undefined || expectedCents === totalCents) return;
  const data: OrderConflict = {
    reason: "price",
    totalAmt: toDollars(totalCents),
    subTotalAmt: toDollars(subtotalCents),
    products: lines.map(({ productId, name, listCents, discountHundredths }) => ({
      productId,
      name,
      price: toDollars(listCents),
      discount: toPercent(discountHundredths),
    })),
  };
  throw refuse.conflict(`Prices have changed. Your total is now ${formatCents(totalCents)}.`, data);
}

/** Writes an order of pieces already taken, under a number nobody has, and with it the letter that confirms it. */
export async function writeOrder(
  tx: Db,
  invalidate: Invalidate,
  order: { id: string; userId: string; address: AddressFields; lines: readonly StoredLine[]; payment: Payment },
  newNumber: () => string = newOrderNumber,
): Promise<void> {
  const { subtotalCents, totalCents } = sumLines(order.lines);
  const row = {
    id: order.id,
    userId: order.userId,
    status: "PENDING" as const,
    paymentStatus: order.payment.status,
    paymentMethod: order.payment.method,
    deliveryAddress: order.address,
    ...{ subtotalCents, totalCents },
  };
  while (!(await insertOrder(tx, { ...row, number: newNumber() })));
  await insertLines(tx, order.id, order.lines);
  await recordEvent(tx, { orderId: order.id, kind: "PLACED", who: "shopper", after: row.status });
  if (row.paymentStatus === "PAID") await recordEvent(tx, { orderId: order.id, kind: "PAID", who: "shopper", after: row.paymentStatus });
  await tellOrderPlaced(tx, order.id);
  invalidate(tagsOf.placed(order.id));
}
