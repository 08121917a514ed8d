import { createHash } from "node:crypto";
import { databaseNow } from "#server/db/clock.ts";
import type { Db, Invalidate } from "#server/db/connect.ts";
import { sumsOf } from "../../cart/sums/rules.ts";
import { lockOrder, type LockedOrder } from "../../orders/locked-order-store.ts";
import { readOrder, type PlacedOrder } from "../../orders/store.ts";
import { lockStock } from "../../stock/store.ts";
import type { Attempt } from "../store.ts";
import type { PaidChange } from "../tables.ts";
import { applyChange } from "./change-order.ts";
import type { Plan } from "./plan-change.ts";
import { whyFixed } from "./rules.ts";

/** A digest of everything about an order that a change of it depends on. */
export function digestOf(order: PlacedOrder): string {
  const { lines, status, paymentStatus, couponCode, couponCents, deliveryFeeCents, totalCents, deliveryAddress, delivery } = order;
  const what = [lines, status, paymentStatus, couponCode, couponCents, deliveryFeeCents, totalCents, deliveryAddress, delivery];
  return createHash("sha256").update(JSON.stringify(what)).digest("hex");
}

/** A change as the payment of its difference stores it. */
export function storedChange({ order, lines, back, couponCode, delivery, address, sums }: Plan): PaidChange {
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

/** An order to be changed, locked, and how. */
interface Changing {
  change: PaidChange;
  locked: LockedOrder;
  order: PlacedOrder;
}

/**
 * Locks the order that a locked payment amends.
 * @returns undefined if the order can't be changed any more, or has been changed since the payment was started
 */
export async function lockUnchanged(tx: Db, { amends, change, capturingSince }: Attempt): Promise<Changing | undefined> {
  if (amends === null || change === null) return undefined;
  const locked = await lockOrder(tx, amends);
  const order = locked && (await readOrder(tx, amends));
  if (!locked || !order || locked.deletedAt) return undefined;
  // A payment that was started in time may take a moment.
  const isFixed = whyFixed(order, capturingSince?.getTime() ?? databaseNow()) !== undefined;
  return isFixed || digestOf(order) !== change.of ? undefined : { change, locked, order };
}

/** Changes an order as its shopper has just paid for. What is added is reserved for the payment; so is another delivery time. */
export async function applyPaidChange(
  tx: Db,
  invalidate: Invalidate,
  payment: Attempt,
  { change, locked, order }: Changing,
): Promise<void> {
  const { lines, back, couponCents, couponCode, deliveryFeeCents, delivery, address } = change;
  const products = await lockStock(
    tx,
    [...payment.lines, ...back].map(({ productId }) => productId),
  );
  const sums = sumsOf({ lines, couponCents, deliveryFeeCents, taxHundredths: order.taxHundredths });
  const plan = {
    order,
    locked,
    payments: [],
    products,
    take: [],
    back,
    lines,
    couponCode,
    delivery: { feeCents: deliveryFeeCents, agreed: delivery },
    address: address ?? undefined,
    sums,
    settlement: "nothing" as const,
  };
  await applyChange(tx, invalidate, plan, "shopper", payment);
}
