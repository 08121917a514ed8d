import type { SQL } from "drizzle-orm";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { LoggedIn, Shop } from "#server/shop.ts";
import { waysOn } from "#shared/settings.ts";
import { t } from "#words/t.ts";
import { takeSlot } from "../../delivery/slots/store.ts";
import { NOWHERE } from "../../orders/forget-buyer.ts";
import { storedLine } from "../../orders/stored-line.ts";
import { useKey, type RequestKey } from "../../idempotency/idempotency-key.ts";
import { reserve } from "../../stock/reservations.ts";
import { beginAttempt } from "../begin-attempt.ts";
import type { Providers } from "../providers/provider.ts";
import { createPayment, type Paying } from "../purchase/start-payment.ts";
import { releaseLockedPayment } from "../release-payment.ts";
import { beingTaken, isBeingTaken, isReleasable, wayOf } from "../rules.ts";
import { readAttempt, type Attempt } from "../store.ts";
import { checkSeen } from "./change-order.ts";
import { lockChange } from "./lock-change.ts";
import { storedChange } from "./paid-change.ts";
import { planOrderChange, type Asking, type PlannedChange, type ChangeRequest } from "./plan-change.ts";
import { payFirstWords } from "./rules.ts";

/** How more can be paid for an order: the way its first payment was, if the shop still takes it; otherwise undefined. */
export async function payingOf(shop: Shop, providers: Providers, first: Attempt | undefined): Promise<Paying | undefined> {
  const way = first && wayOf(first);
  if (!way || !waysOn(await shop.settings()).includes(way)) return undefined;
  const provider = await providers(way);
  return provider ? { provider, way } : undefined;
}

/**
 * Whether the extra cost of a change can be paid first. If some of the order's money did not come from its payments, nobody could tell
 * later what to refund where.
 */
export function isPayable({ settlement, order, locked, held, sums }: PlannedChange, paying: Paying | undefined): paying is Paying {
  if (settlement !== "pay first" || !paying || locked.owedCents > 0) return false;
  const heldCents = held.reduce((sum, { leftCents }) => sum + leftCents, 0);
  const { least, most } = paying.provider.offer(paying.way).cents;
  const cents = sums.totalCents - order.totalCents;
  return heldCents === order.totalCents && cents >= least && cents <= most;
}

/** What a shopper asks for, and what they saw. */
interface PayRequest extends ChangeRequest {
  expectedCents: number | undefined;
  key: RequestKey | undefined;
}

/**
 * Starts the payment of the extra cost of a change to a paid order: holds the added goods and a new delivery time, then creates a payment
 * with the provider. The order stays as it is until the money has arrived. Repeating it with the same key continues the first one; a newer
 * one replaces it, like every other open payment of the shopper. Two round trips before the provider is asked.
 * @param theirs SQL for the order's id
 * @throws TotalChanged
 * @throws Refusal as {@link planOrderChange}; 409 also if there is nothing to pay first, or it can't be paid
 * @throws Unanswered
 */
export async function payChange(
  shop: Shop,
  providers: Providers,
  theirs: SQL,
  asking: Asking & { shopper: LoggedIn },
  { expectedCents, key, ...wanted }: PayRequest,
): Promise<Attempt> {
  const attempt = await shop.database.transact(async ({ tx, invalidate, withCommit }) => {
    const { userId } = asking.shopper;
    const id = newId();
    const [repeated, found] = await Promise.all([useKey(tx, userId, key, id), lockChange(tx, theirs, asking, wanted)]);
    if (repeated) return withCommit(readAttempt(tx, repeated));

    const plan = planOrderChange(found, asking, wanted);
    checkSeen(plan, expectedCents);
    const { order, held, sums, take, underWay, settlement } = plan;
    const cents = sums.totalCents - order.totalCents;
    if (settlement !== "pay first") throw refuse.conflict(t("This change costs nothing more. Check the new total and try again."));
    const paying = await payingOf(shop, providers, held[0]?.payment);
    if (!isPayable(plan, paying)) throw refuse.conflict(payFirstWords(cents));
    if (underWay.some(isBeingTaken)) throw refuse.conflict(beingTaken());
    for (const former of underWay.filter(isReleasable))
      withCommit(...releaseLockedPayment(tx, invalidate, former, found.products, "REPLACED"));

    if (take.length > 0) withCommit(reserve(tx, invalidate, { orderId: id, userId }, take));
    const { agreed } = plan.delivery;
    const slot = agreed?.slot?.id === plan.locked.slotId ? null : agreed?.slot;
    if (slot) withCommit(takeSlot(tx, slot));
    const { provider, way } = paying;
    const payment = {
      id,
      userId,
      provider: provider.name,
      withYape: way === "yape",
      amends: order.id,
      change: storedChange(plan),
      lines: take.map(storedLine),
      subtotalCents: cents,
      totalCents: cents,
      delivery: slot ? agreed : null,
      // An older version, still running during an upgrade, would place a second order. It can't to this address, so it refunds the money.
      deliveryAddress: NOWHERE,
    };
    return withCommit(beginAttempt(tx, payment));
  });
  if (!attempt) throw new Error("The payment of a repeated request is missing");
  return createPayment(shop, (await payingOf(shop, providers, attempt))?.provider, attempt);
}
