import type { Db, Invalidate } from "#server/db/connect.ts";
import type { AddressFields } from "../addresses/contract.ts";
import { sumLines } from "../cart/rules.ts";
import { removeOrdered } from "../cart/store.ts";
import type { Item } from "../stock/rules.ts";
import { takeLocked, type TakenLine } from "../stock/take-stock.ts";
import type { PaymentStatus } from "./contract.ts";
import type { RequestKey } from "./idempotency-key.ts";
import { emailOrderPlaced } from "./emails.ts";
import { recordEvent } from "./order-events.ts";
import { newOrderNumber } from "./order-number.ts";
import { insertLines, insertOrder } from "./store.ts";
import type { StoredLine } from "./tables.ts";
import { tagsOf } from "./tags.ts";

export interface OrderRequest {
  userId: string;
  /** Whether the shopper confirmed their email address. */
  isConfirmed: boolean;
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

/** An order to be written, for judged lines. */
interface NewOrder {
  id: string;
  userId: string;
  address: AddressFields;
  payment: Payment;
}

/**
 * Places an order: takes the stock, writes the order, and removes the ordered pieces from the cart. All in one round trip, and nothing
 * here depends on a result, so it may be sent with the commit.
 */
export async function placeOrder(tx: Db, invalidate: Invalidate, order: NewOrder & { lines: readonly TakenLine[] }): Promise<void> {
  const { userId, lines } = order;
  await Promise.all([takeLocked(tx, invalidate, lines, "sell"), writeOrder(tx, invalidate, order), removeOrdered(tx, userId, lines)]);
}

/** The shopper was shown another total. `lines` have the prices of now. */
export class PriceChanged extends Error {
  readonly lines: readonly TakenLine[];

  constructor(lines: readonly TakenLine[]) {
    super("Prices have changed");
    this.lines = lines;
  }
}

/** @throws PriceChanged */
export function checkTotal(lines: readonly TakenLine[], expectedCents: number | undefined): void {
  if (expectedCents !== undefined && expectedCents !== sumLines(lines).totalCents) throw new PriceChanged(lines);
}

/** Numbers to choose from, in case one is taken. */
const NUMBERS = 3;

/** Writes an order, with a new number, for pieces already taken from stock, and enqueues its confirmation email. */
export async function writeOrder(
  tx: Db,
  invalidate: Invalidate,
  { id, userId, address, payment, lines }: NewOrder & { lines: readonly StoredLine[] },
  newNumber: () => string = newOrderNumber,
): Promise<void> {
  const { subtotalCents, totalCents } = sumLines(lines);
  const row = {
    ...{ id, userId, status: "PENDING" as const, paymentStatus: payment.status, paymentMethod: payment.method },
    ...{ deliveryAddress: address, subtotalCents, totalCents },
  };
  const numbers = Array.from({ length: NUMBERS }, newNumber);
  invalidate(tagsOf.placed(id));
  await Promise.all([
    insertOrder(tx, row, numbers),
    insertLines(tx, id, lines),
    recordEvent(tx, { orderId: id, kind: "PLACED", who: "shopper", after: row.status }),
    ...(payment.status === "PAID" ? [recordEvent(tx, { orderId: id, kind: "PAID", who: "shopper", after: payment.status })] : []),
    emailOrderPlaced(tx, id),
  ]);
}
