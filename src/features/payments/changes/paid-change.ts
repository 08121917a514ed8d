import { createHash } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { databaseNow } from "#server/db/clock.ts";
import type { Db, Transaction } from "#server/db/connect.ts";
import { sumsOf } from "../../cart/sums/rules.ts";
import { lockOrder, type LockedOrder } from "../../orders/locked-order-store.ts";
import type { Picked } from "../../orders/picked/rules.ts";
import { readPicked } from "../../orders/picked/store.ts";
import { readOrder, type PlacedOrder } from "../../orders/store.ts";
import { lockStock, type StockedProduct } from "../../stock/store.ts";
import { productsOfChange, type Attempt } from "../store.ts";
import type { PaidChange } from "../tables.ts";
import { applyChange } from "./change-order.ts";
import type { PlannedChange } from "./plan-change.ts";
import { whyShopperCannotChangeStored } from "./rules.ts";

/** A digest of everything about an order that a change of it depends on. */
export function digestOf(order: PlacedOrder): string {
  const { lines, status, paymentStatus, couponCode, couponCents, deliveryFeeCents, totalCents, deliveryAddress, delivery } = order;
  const what = [lines, status, paymentStatus, couponCode, couponCents, deliveryFeeCents, totalCents, deliveryAddress, delivery];
  return createHash("sha256").update(JSON.stringify(what)).digest("hex");
}

/** A change as the payment of its difference stores it. */
export function storedChange({ order, lines, back, couponCode, delivery, address, sums }: PlannedChange): PaidChange {
  return {
    of: digestOf(order),
    lines: [...lines],
    back: [...back],
    couponCents: sums.couponCents,
    couponCode,
    deliveryFeeCents: sums.deliveryFeeCents,
    delivery: delivery.agreed,
    address: address ?? null,
  };
}

/** The order that a payment amends, locked. */
export interface Amended {
  locked: LockedOrder | undefined;
  order: PlacedOrder | undefined;
  /** The products that the change moves, locked. */
  products: readonly StockedProduct[];
  picked: Picked;
}

/** Locks the order that a payment amends, beside the payment. One round trip. @param ids of both, or SQL for them */
export async function lockAmended(tx: Db, { id, amends }: { id: string | SQL; amends: string | SQL }): Promise<Amended> {
  const [locked, order, products, picked] = await Promise.all([
    lockOrder(tx, amends),
    readOrder(tx, amends),
    lockStock(tx, [], productsOfChange(id)),
    readPicked(tx, sql`${amends}`),
  ]);
  return { locked, order, products, picked };
}

/** An order to be changed, locked, and how. */
interface Changing {
  change: PaidChange;
  locked: LockedOrder;
  order: PlacedOrder;
  products: readonly StockedProduct[];
  picked: Picked;
}

/**
 * The change of an order that a payment was started for.
 * @returns undefined if the order can't be changed anymore, or has been changed since
 */
export function changingOf({ change, capturingSince }: Attempt, { locked, order, products, picked }: Amended): Changing | undefined {
  if (change === null || !locked || !order || locked.deletedAt) return undefined;
  // A payment that was started in time may take a moment.
  const isFixed = whyShopperCannotChangeStored(order, capturingSince?.getTime() ?? databaseNow()) !== undefined;
  return isFixed || digestOf(order) !== change.of ? undefined : { change, locked, order, products, picked };
}

/**
 * Makes the change that the shopper has just paid for, with the commit. What is added is reserved for the payment; so is another delivery
 * time.
 */
export function applyPaidChange(transaction: Transaction, payment: Attempt, { change, ...found }: Changing): void {
  const { lines, back, couponCents, couponCode, deliveryFeeCents, delivery, address } = change;
  const sums = sumsOf({ lines, couponCents, deliveryFeeCents, taxHundredths: found.order.taxHundredths });
  const plan = {
    ...found,
    held: [],
    take: [],
    back,
    lines,
    couponCode,
    delivery: { feeCents: deliveryFeeCents, agreed: delivery },
    address: address ?? undefined,
    sums,
    settlement: "nothing" as const,
  };
  applyChange(transaction, plan, "shopper", payment);
}
