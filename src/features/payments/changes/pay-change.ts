import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { waysOn } from "#shared/settings.ts";
import { t } from "#words/t.ts";
import { takeSlot } from "../../delivery/slots/store.ts";
import { NOWHERE } from "../../orders/forget-buyer.ts";
import { useKey, type RequestKey } from "../../orders/idempotency/idempotency-key.ts";
import { reserve } from "../../stock/reservations.ts";
import { leftOf } from "../differences/return-difference.ts";
import { expireLater } from "../jobs.ts";
import type { Providers } from "../provider.ts";
import { createPayment, type Paying } from "../purchase/start-payment.ts";
import { releasePayment } from "../release-payment.ts";
import { beingTaken, isBeingTaken, isReleasable, RESERVED_MINUTES, wayOf } from "../rules.ts";
import { insertAttempt, readAttempt, readPaymentsOf, type Attempt } from "../store.ts";
import { checkSeen } from "./change-order.ts";
import { storedChange } from "./paid-change.ts";
import { asOrdered, planChange, type Asking, type Plan, type Wanted } from "./plan-change.ts";
import { payFirstWords } from "./rules.ts";

/** How more can be paid for an order: the way it was paid, if the shop still takes it; otherwise undefined. */
export async function payingOf(shop: Shop, providers: Providers, orderId: string): Promise<Paying | undefined> {
  const [first] = await readPaymentsOf(shop.database.db, orderId);
  const way = first && wayOf(first);
  if (!way || !waysOn(await shop.settings()).includes(way)) return undefined;
  const provider = await providers(way);
  return provider ? { provider, way } : undefined;
}

/**
 * Whether what a change costs more can be paid first. If some of the order's money did not come from its payments, nobody could tell what
 * to refund where.
 */
export async function isPayable(tx: Db, { settlement, order, locked, payments, sums }: Plan, paying: Paying | undefined): Promise<boolean> {
  if (settlement !== "pay first" || !paying || locked.owedCents > 0) return false;
  let heldCents = 0;
  for (const payment of payments) heldCents += await leftOf(tx, payment);
  const { least, most } = paying.provider.offer(paying.way).cents;
  const cents = sums.totalCents - order.totalCents;
  return heldCents === order.totalCents && cents >= least && cents <= most;
}

/** What a shopper asks for, and what they saw. */
interface Request extends Wanted {
  expectedCents: number | undefined;
  key: RequestKey | undefined;
}

/**
 * Starts the payment of what a change of a paid order costs more: holds what is added and another delivery time, then creates a payment
 * with the provider. The order stays as it is until the money has arrived. Repeating it with the same key continues the first one; a
 * newer one replaces it, like every other open payment of the shopper.
 * @throws Refusal as {@link planChange}; 409 also for another total, if there is nothing to pay first, or it can't be paid
 * @throws Unanswered
 */
export async function payChange(
  shop: Shop,
  paying: Paying | undefined,
  orderId: string,
  asking: Asking,
  { expectedCents, key, ...wanted }: Request,
): Promise<Attempt> {
  const attempt = await shop.database.transact(async (tx, invalidate) => {
    const { userId } = asking;
    const id = newId();
    const repeated = await useKey(tx, userId, key, id);
    if (repeated) return readAttempt(tx, repeated);

    const plan = await planChange(tx, orderId, asking, wanted);
    checkSeen(plan, expectedCents);
    const { order, sums, take, underWay, settlement } = plan;
    const cents = sums.totalCents - order.totalCents;
    if (settlement !== "pay first") throw refuse.conflict(t("This change costs nothing more. Check the new total and try again."));
    if (!paying || !(await isPayable(tx, plan, paying))) throw refuse.conflict(payFirstWords(cents));
    if (underWay.some(isBeingTaken)) throw refuse.conflict(beingTaken());
    for (const former of underWay.filter(isReleasable)) await releasePayment(tx, invalidate, former, "REPLACED");

    if (take.length > 0) await reserve(tx, invalidate, { orderId: id, userId }, take);
    const { agreed } = plan.delivery;
    const slot = agreed?.slot?.id === plan.locked.slotId ? null : agreed?.slot;
    if (slot) await takeSlot(tx, slot);
    await expireLater(tx, id, sql`clock_timestamp() + make_interval(mins => ${RESERVED_MINUTES})`);
    const change = storedChange(plan);
    const { provider, way } = paying;
    const payment = {
      id,
      userId,
      provider: provider.name,
      withYape: way === "yape",
      amends: orderId,
      change,
      lines: take.map(asOrdered),
      subtotalCents: cents,
      totalCents: cents,
      delivery: slot ? agreed : null,
      // An older version, still running during an upgrade, would place a second order. It can't to this address, so it refunds the money.
      deliveryAddress: NOWHERE,
    };
    return insertAttempt(tx, payment, RESERVED_MINUTES);
  });
  if (!attempt) throw new Error("The payment of a repeated request is missing");
  return createPayment(shop, paying?.provider, attempt);
}
