import type { Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { formatCents, toDollars, toPercent } from "#shared/money.ts";
import type { AddressFields } from "../addresses/contract.ts";
import { useAddress } from "../addresses/store.ts";
import { toFields } from "../addresses/to-address.ts";
import { sumLines } from "../cart/rules.ts";
import { removeOrdered } from "../cart/store.ts";
import type { Item } from "../stock/rules.ts";
import { takeStock, type TakenLine } from "../stock/take-stock.ts";
import type { OrderConflict, PaymentStatus } from "./contract.ts";
import type { RequestKey } from "./idempotency-key.ts";
import { emailOrderPlaced } from "./emails.ts";
import { recordEvent } from "./order-events.ts";
import { newOrderNumber } from "./order-number.ts";
import { insertLines, insertOrder } from "./store.ts";
import type { StoredLine } from "./tables.ts";
import { tagsOf } from "./tags.ts";

export interface OrderRequest {
  userId: string;
  /** One per product. */
  items: readonly Item[];
  addressId: string;
  /** The total the shopper saw. */
  expectedCents: number | undefined;
  key: RequestKey | undefined;
}

/** How an order is paid. */
export interface Payment {
  status: PaymentStatus;
  /** The name shown to people. */
  method: string;
}

/**
 * Places an order with this id: takes the stock, writes the order, and removes the ordered pieces from the cart.
 * @returns the lines, with the stock there was before
 * @throws Refusal 404 address or product, 409 stock or price
 */
export async function placeOrder(
  tx: Db,
  invalidate: Invalidate,
  id: string,
  request: OrderRequest,
  payment: Payment,
): Promise<TakenLine[]> {
  const { userId, items, addressId, expectedCents } = request;
  const address = await useAddress(tx, addressId, userId);
  if (!address) throw refuse.notFound("Address");
  const lines = await takeStock(tx, invalidate, items);
  checkTotal(lines, expectedCents);
  await writeOrder(tx, invalidate, { id, userId, address: toFields(address), lines, payment });
  await removeOrdered(tx, userId, items);
  return lines;
}

/** @throws Refusal 409 with the current prices if the shopper saw a different total */
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

/** Writes an order, with a new number, for pieces already taken from stock, and enqueues its confirmation email. */
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
    subtotalCents,
    totalCents,
  };
  while (!(await insertOrder(tx, { ...row, number: newNumber() })));
  await insertLines(tx, order.id, order.lines);
  await recordEvent(tx, { orderId: order.id, kind: "PLACED", who: "shopper", after: row.status });
  if (row.paymentStatus === "PAID") await recordEvent(tx, { orderId: order.id, kind: "PAID", who: "shopper", after: row.paymentStatus });
  await emailOrderPlaced(tx, order.id);
  invalidate(tagsOf.placed(order.id));
}
