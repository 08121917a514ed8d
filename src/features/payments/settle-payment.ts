import type { Db, Transaction } from "#server/db/connect.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { newId } from "#server/new-id.ts";
import { removeOrdered } from "../cart/store.ts";
import { keepUse } from "../coupons/uses-store.ts";
import { isForgotten } from "../orders/forget-buyer.ts";
import { writeOrder } from "../orders/placing/place-order.ts";
import { readNumber } from "../orders/store.ts";
import { sellLocked } from "../stock/reservations.ts";
import { applyPaidChange, changingOf, type Amended } from "./changes/paid-change.ts";
import { refundSoon } from "./jobs.ts";
import { note, type Note } from "./notes.ts";
import type { PaymentState, Provider } from "./providers/provider.ts";
import { releaseHeld, releasePayment } from "./release-payment.ts";
import { reserveAgain } from "./reserve-again.ts";
import { isExact, isSettled, isUnderWay, mayBecome, orderIdOf, wayOf } from "./rules.ts";
import { lockRefundable, noteRefunds } from "./refunds/note-refunds.ts";
import { ownAndSecond, refundSecondCharges } from "./refunds/second-charges.ts";
import { insertRefund } from "./refunds/store.ts";
import { moveAttempt, noteChecked, type Attempt } from "./store.ts";

/** The outcome of a payment. */
export type Finished =
  /** There is exactly one order, or it was changed. */
  | { kind: "paid"; orderNumber: string }
  /** The money is being refunded: the goods were gone, or the amount was wrong. */
  | { kind: "refunded" }
  | { kind: "unpaid" }
  | { kind: "declined"; message: string }
  | { kind: "review" }
  /** The provider, or another request, is still working on it. */
  | { kind: "pending" }
  /** It ended unpaid; nothing was charged. */
  | { kind: "over" };

/** An outcome that is about to be committed. What is sent with the commit says the order's number. */
type Settled = Exclude<Finished, { kind: "paid" }> | { kind: "paid"; orderNumber: string | Promise<string> };

type Captured = Extract<PaymentState, { kind: "captured" }>;

/** A payment, locked. If its money was taken, the products that it holds are locked as well. */
export interface LockedPayment {
  attempt: Attempt;
  /** The order that it amends. */
  amended: Amended | undefined;
}

/** What the provider reported. */
export interface Report {
  state: PaymentState;
  /** The attempt as it was when the provider was asked. */
  of: Pick<Attempt, "capturingSince">;
  /** Whether it is the response to taking the money, and not to a later question. */
  isAnswer: boolean;
}

/** Settles a locked attempt, given what the provider reports and what others decided meanwhile. */
export async function settlePayment(
  transaction: Transaction,
  provider: Provider,
  locked: LockedPayment,
  { state, of, isAnswer }: Report,
): Promise<Settled> {
  const { tx, invalidate } = transaction;
  const { attempt } = locked;
  if (isSettled(attempt)) {
    if (state.kind === "captured") await noteCharges(transaction, attempt, state);
    return endOf(tx, attempt);
  }
  if (state.kind === "captured") {
    await refundSecondCharges(transaction, attempt, state.others ?? []);
    return keepMoney(transaction, provider, locked, state);
  }
  if (attempt.status !== "CAPTURING") {
    await noteChecked(tx, attempt.id);
    return { kind: attempt.status === "OPEN" ? "unpaid" : "over" };
  }
  // Another request has started to take the money since, so the report says nothing about that.
  if (attempt.capturingSince?.getTime() !== of.capturingSince?.getTime()) return { kind: "pending" };
  if (state.kind === "pending") {
    await noteChecked(tx, attempt.id, state.reason);
    return { kind: "pending" };
  }
  // The shopper may retry while the goods are reserved. For a late payment, they were reserved for this try only.
  const isLost = !isAnswer && !provider.recognizesRepeats;
  await moveAttempt(tx, attempt.id, "OPEN", isLost ? { lostChargeAt: attempt.capturingSince } : {});
  if (attempt.secondsLeft <= 0) await releasePayment(tx, invalidate, attempt, "EXPIRED");
  if (state.kind === "declined") return { kind: "declined", message: state.message };
  return state.kind === "review" ? { kind: "review" } : { kind: "unpaid" };
}

/** Records what was refunded of a settled payment's charge, and refunds any other charge. */
async function noteCharges(transaction: Transaction, attempt: Attempt, captured: Captured): Promise<void> {
  const { own, second } = ownAndSecond(attempt, captured);
  if (own && own.refundedCents > attempt.refundedCents)
    noteRefunds(transaction, attempt, await lockRefundable(transaction.tx, attempt), own.refundedCents);
  await refundSecondCharges(transaction, attempt, second);
}

/** The outcome of a settled payment. */
export async function endOf(db: Db, attempt: Pick<Attempt, "id" | "amends" | "status">): Promise<Finished> {
  if (attempt.status !== "PAID") return { kind: "refunded" };
  const orderNumber = await readNumber(db, orderIdOf(attempt));
  if (!orderNumber) throw new Error(`The order of payment ${attempt.id} is missing`);
  return { kind: "paid", orderNumber };
}

/** The provider has the money: creates an order, or changes the one it amends, if the goods are available; otherwise a refund. */
async function keepMoney(transaction: Transaction, provider: Provider, locked: LockedPayment, captured: Captured): Promise<Settled> {
  const { tx, invalidate, withCommit } = transaction;
  const { attempt } = locked;
  const { id } = attempt;
  const { chargeRef, refundedCents, cents } = captured;
  // Checked before anything is sent with the commit, as well as where it is written.
  if (!mayBecome(attempt, "PAID")) throw new Error(`Payment ${id} cannot become PAID`);
  const isBack = refundedCents >= cents;
  const earned = isBack ? { why: note("The provider gave the money back by itself") } : await earn(transaction, provider, locked, captured);
  if ("orderNumber" in earned) {
    withCommit(moveAttempt(tx, id, "PAID", { chargeRef, refundedCents, note: "" }));
    return { kind: "paid", ...earned };
  }
  const { why } = earned;
  if (isUnderWay(attempt)) await releaseHeld(tx, invalidate, attempt);
  withCommit(moveAttempt(tx, id, isBack ? "REFUNDED" : "REFUNDING", { chargeRef, refundedCents, note: why }));
  if (!isBack) {
    const refund = { id: newId(), attemptId: id, cents: cents - refundedCents, reason: why, status: "DUE" } as const;
    withCommit(insertRefund(tx, refund), refundSoon(tx, refund.id));
  }
  return { kind: "refunded" };
}

type Earned = { orderNumber: string | Promise<string> } | { why: Note };

/**
 * Places or changes the order that was paid for, with the commit.
 * @returns why that can't be done, with nothing changed, or the order's number
 */
async function earn(
  transaction: Transaction,
  provider: Provider,
  { attempt, amended }: LockedPayment,
  captured: Captured,
): Promise<Earned> {
  const { tx, invalidate } = transaction;
  const { cents, currency, attemptId } = captured;
  if (!isExact(attempt, captured))
    return { why: note("{cents} cents of {currency} were taken for {attemptId}", { cents, currency, attemptId }) };
  const isHeld = async () => isUnderWay(attempt) || (await reserveAgain(tx, invalidate, attempt));
  // In the language of the payment, because a provider's later call has none.
  if (attempt.amends !== null) {
    const changing = amended && changingOf(attempt, amended);
    if (!changing) return { why: note("The order had been changed, packed, sent or canceled when the payment came") };
    if (!(await isHeld())) return { why: SOLD_OUT };
    inLanguage(attempt.language, () => applyPaidChange(transaction, attempt, changing));
    return { orderNumber: changing.order.number };
  }
  if (isForgotten(attempt.deliveryAddress)) return { why: note("The account was deleted before the payment came") };
  if (!(await isHeld())) return { why: SOLD_OUT };
  return { orderNumber: inLanguage(attempt.language, () => sell(transaction, provider, attempt)) };
}

const SOLD_OUT = note("The goods were sold out when the payment came");

/** Makes an order of a payment whose goods are reserved, with the commit. @returns its number */
function sell({ tx, invalidate, withCommit }: Transaction, provider: Provider, attempt: Attempt): Promise<string> {
  const { id, userId, lines, couponCents, couponCode, deliveryFeeCents, delivery, deliveryAddress: address } = attempt;
  const { method } = provider.offer(wayOf(attempt));
  const quote = { lines, couponCents, couponCode, deliveryFeeCents, delivery };
  const sold = sellLocked(tx, invalidate, id, lines);
  const kept = couponCode ? [keepUse(tx, id)] : [];
  const placed = writeOrder(tx, invalidate, { id, userId, address, quote, payment: { status: "PAID", method } });
  const orderNumber = placed.then(({ number }) => number);
  withCommit(sold, ...kept, orderNumber, removeOrdered(tx, userId, lines));
  return orderNumber;
}
