import type { Db, Invalidate } from "#server/db/connect.ts";
import type { LoggedIn } from "#server/shop.ts";
import { language } from "#words/language.ts";
import type { AddressFields } from "../../addresses/contract.ts";
import { sumsOf } from "../../cart/sums/rules.ts";
import { removeOrdered } from "../../cart/store.ts";
import type { Agreed, DeliveryRequest } from "../../delivery/contract.ts";
import type { Item } from "../../stock/rules.ts";
import { takeLocked, type TakenLine } from "../../stock/take-stock.ts";
import type { MissingChoice, PaymentStatus } from "../contract.ts";
import type { RequestKey } from "../../idempotency/idempotency-key.ts";
import { emailOrderPlaced } from "../emails.ts";
import { recordEvent } from "../timeline/order-events.ts";
import { newOrderNumber } from "../order-number.ts";
import { insertLines, insertOrder, toOrderedLine } from "./new-order-store.ts";
import type { PlacedOrder } from "../store.ts";
import { storedLine } from "../stored-line.ts";
import type { StoredLine } from "../tables.ts";
import { tagsOf } from "../tags.ts";

export interface OrderRequest extends LoggedIn {
  /** Whether the shopper confirmed their email address. */
  isConfirmed: boolean;
  /** One per product. */
  items: readonly Item[];
  /** Undefined for an order that is picked up and has no address. */
  addressId: string | undefined;
  /** The total the shopper saw. */
  expectedCents: number | undefined;
  couponCode: string | undefined;
  /** The shop's time zone, for the coupon's days. */
  timeZone: string;
  /** How it should reach the shopper. */
  delivery: DeliveryRequest | undefined;
  /** What the shopper wants for a product if it is missing, by its id; empty if they didn't choose. */
  ifMissing: ReadonlyMap<string, MissingChoice>;
  key: RequestKey | undefined;
}

/** How an order is paid. */
export interface Payment {
  status: PaymentStatus;
  /** The name shown to people. */
  method: string;
}

/** A line with its share of the coupon, and what the shopper wants if it is missing. */
export type QuotedLine = TakenLine & Pick<StoredLine, "couponCents" | "ifMissing">;

/** What an order or a payment charges, decided while its products are locked. */
export interface Quote<Line extends StoredLine = QuotedLine> {
  lines: readonly Line[];
  couponCents: number;
  couponCode: string;
  deliveryFeeCents: number;
  /** How it reaches the shopper; null while delivery is off. */
  delivery: Agreed | null;
}

/** An order to be written. */
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
export async function placeOrder(tx: Db, invalidate: Invalidate, order: NewOrder & { quote: Quote }): Promise<PlacedOrder> {
  const { userId, quote } = order;
  const { lines } = quote;
  const [, placed] = await Promise.all([
    takeLocked(tx, invalidate, lines, "sell"),
    writeOrder(tx, invalidate, { ...order, quote: { ...quote, lines: lines.map(storedLine) } }),
    removeOrdered(tx, userId, lines),
  ]);
  return placed;
}

/** The shopper was shown another total. `quote` has the current prices. */
export class PriceChanged extends Error {
  readonly quote: Quote;

  constructor(quote: Quote) {
    super("Prices have changed");
    this.quote = quote;
  }
}

/** @throws PriceChanged */
export function checkTotal(quote: Quote, expectedCents: number | undefined): void {
  if (expectedCents !== undefined && expectedCents !== sumsOf(quote).totalCents) throw new PriceChanged(quote);
}

const startOf = ({ slot }: Agreed) => slot && new Date(slot.startsAt);

/** Numbers to choose from, in case one is taken. */
const NUMBERS = 3;

/** Writes an order, with a new number, for pieces already taken from stock, and enqueues its confirmation email. */
export async function writeOrder(
  tx: Db,
  invalidate: Invalidate,
  { id, userId, address, payment, quote }: NewOrder & { quote: Quote<StoredLine> },
  newNumber: () => string = newOrderNumber,
): Promise<PlacedOrder> {
  const { couponCents, couponCode, deliveryFeeCents, delivery } = quote;
  const { subtotalCents, totalCents } = sumsOf(quote);
  const row = {
    id,
    userId,
    status: "PENDING" as const,
    paymentStatus: payment.status,
    paymentMethod: payment.method,
    deliveryAddress: address,
    subtotalCents,
    couponCents,
    couponCode,
    deliveryFeeCents,
    totalCents,
  };
  const place = delivery && { delivery, slotId: delivery.slot?.id ?? null, slotStartsAt: startOf(delivery) };
  const lines = quote.lines.map(toOrderedLine);
  const numbers = Array.from({ length: NUMBERS }, newNumber);
  invalidate(tagsOf.placed(id));
  const [added] = await Promise.all([
    insertOrder(tx, { ...row, ...place }, numbers),
    insertLines(tx, id, lines),
    recordEvent(tx, { orderId: id, kind: "PLACED", who: "shopper", after: row.status }),
    ...(payment.status === "PAID" ? [recordEvent(tx, { orderId: id, kind: "PAID", who: "shopper", after: payment.status })] : []),
    emailOrderPlaced(tx, id),
  ]);
  return { ...row, ...added, cancelRequestedAt: null, language: language(), note: "", packedAt: null, bags: 1, lines };
}
