import { Refusal } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Db, Invalidate } from "#server/db/connect.ts";
import type { Shop } from "#server/shop.ts";
import { removeOrdered } from "../cart/store.ts";
import { lockProducts, moveStock } from "../catalogue/stock.ts";
import { tagsOf } from "../catalogue/tags.ts";
import { isForgotten } from "../orders/forget-buyer.ts";
import { writeOrder } from "../orders/place-order.ts";
import { notePaymentStatus } from "../orders/order-events.ts";
import { readNumber } from "../orders/store.ts";
import { returnStock, takeStock } from "../orders/take-stock.ts";
import { refundSoon } from "./jobs.ts";
import type { Instrument, PaymentState, Provider } from "./provider.ts";
import { isExact, type Captured } from "./rules.ts";
import { insertRefund, lockAttempt, updateAttempt, type Attempt } from "./store.ts";

/** What a payment has come to. */
export type Finished =
  /** There is exactly one order. */
  | { kind: "paid"; orderNumber: string }
  /** The money is on its way back: the goods were gone, or the amount was another. */
  | { kind: "refunded" }
  | { kind: "unpaid" }
  | { kind: "declined"; message: string }
  | { kind: "review" }
  /** The provider, or another request, is at it. */
  | { kind: "pending" }
  /** Given up before it was paid; nothing was charged. */
  | { kind: "over" };

/** Who asks, which decides whether money may be taken. */
export type Asker =
  /** The shopper is here and wants to pay. */
  | { who: "shopper"; instrument?: Instrument }
  /** The provider or the shop's own job: takes what the shopper agreed to, and never what they gave up. */
  | { who: "job" };

/** For that long another request may be taking the money; longer than a provider is waited for. */
const AT_IT_MS = 60_000;

/**
 * Brings a payment to its end: exactly one order, or a refund. Called by the return page, by webhooks and by the
 * reconciliation, as often and at the same time as they like.
 *
 * What it decides, it decides under a lock on the attempt; while it asks the provider it holds none.
 * @throws Unanswered when the provider gave no answer: nothing is decided then
 */
export async function finishPayment(shop: Shop, provider: Provider, attemptId: string, asker: Asker): Promise<Finished> {
  const { database } = shop;
  const inOne = <T>(work: (tx: Db, invalidate: Invalidate, attempt: Attempt) => Promise<T>): Promise<T> =>
    database.transact(async (tx, invalidate) => {
      const attempt = await lockAttempt(tx, attemptId);
      if (!attempt) throw new Error("A payment attempt vanished");
      return work(tx, invalidate, attempt);
    });

  if (asker.who === "job") {
    const attempt = await inOne(async (_tx, _invalidate, now) => now);
    if (isAtIt(provider, attempt)) return { kind: "pending" };
    const state = await provider.read(attempt);
    if (state.kind !== "approved") return inOne((tx, invalidate, now) => settle(tx, invalidate, provider, now, state));
  }
  const begun = await inOne((tx, invalidate, now) => begin(tx, invalidate, provider, now, asker));
  if ("finished" in begun) return begun.finished;
  const { attempt, takes } = begun;
  const state = takes
    ? await provider.capture(attempt, asker.who === "shopper" ? asker.instrument : undefined)
    : await provider.read(attempt);
  return inOne((tx, invalidate, now) => settle(tx, invalidate, provider, now, state));
}

const isEnded = ({ status }: Attempt) => status === "PAID" || status === "REFUNDING" || status === "REFUNDED";

/** Whether another request may be taking the money, where two would take it twice. */
function isAtIt({ capturesOnce }: Provider, { status, capturingSince }: Attempt): boolean {
  return status === "CAPTURING" && !capturesOnce && Date.now() - (capturingSince?.getTime() ?? 0) < AT_IT_MS;
}

/** Decides whether the money may be taken (`takes`), or the provider is only asked. */
async function begin(
  tx: Db,
  invalidate: Invalidate,
  provider: Provider,
  attempt: Attempt,
  asker: Asker,
): Promise<{ finished: Finished } | { attempt: Attempt; takes: boolean }> {
  if (isEnded(attempt)) return { finished: await ended(tx, attempt) };
  if (isAtIt(provider, attempt)) return { finished: { kind: "pending" } };
  switch (attempt.status) {
    case "CREATING":
      return { finished: { kind: "unpaid" } };
    case "OPEN":
      return { attempt: await startCapturing(tx, attempt), takes: true };
    case "CAPTURING":
      // Whoever began it may have died after the money was taken.
      return { attempt, takes: provider.capturesOnce };
    case "EXPIRED":
      // Too late, but the shopper is here: if the goods still are, the payment goes on.
      return asker.who === "shopper" && (await reservesAgain(tx, invalidate, attempt))
        ? { attempt: await startCapturing(tx, attempt), takes: true }
        : { attempt, takes: false };
    default:
      return { attempt, takes: false };
  }
}

function startCapturing(tx: Db, attempt: Attempt): Promise<Attempt> {
  return updateAttempt(tx, attempt.id, { status: "CAPTURING", capturingSince: new Date(), note: "" });
}

async function reservesAgain(tx: Db, invalidate: Invalidate, attempt: Attempt): Promise<boolean> {
  if (!(await takesStock(tx, invalidate, attempt, "reserve"))) return false;
  await updateAttempt(tx, attempt.id, { holdsStock: true });
  return true;
}

/** @returns false when too few pieces are left; nothing is changed then */
async function takesStock(tx: Db, invalidate: Invalidate, { lines }: Attempt, move: "sell" | "reserve"): Promise<boolean> {
  try {
    await takeStock(tx, invalidate, lines, move);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Decides by what the provider has told, and by what others may have decided meanwhile. */
async function settle(tx: Db, invalidate: Invalidate, provider: Provider, attempt: Attempt, state: PaymentState): Promise<Finished> {
  if (isEnded(attempt)) {
    if (state.kind === "captured") await noteRefunds(tx, invalidate, attempt, state);
    return ended(tx, attempt);
  }
  if (state.kind === "captured") return keepMoney(tx, invalidate, provider, attempt, state);
  const checkedAt = new Date();
  if (attempt.status !== "CAPTURING") {
    await updateAttempt(tx, attempt.id, { checkedAt });
    return { kind: attempt.status === "OPEN" ? "unpaid" : "over" };
  }
  if (state.kind === "pending") {
    await updateAttempt(tx, attempt.id, { checkedAt, note: state.reason });
    return { kind: "pending" };
  }
  // The shopper may try again for as long as the goods are kept.
  await updateAttempt(tx, attempt.id, { status: "OPEN", capturingSince: null, checkedAt });
  if (state.kind === "declined") return { kind: "declined", message: state.message };
  return state.kind === "review" ? { kind: "review" } : { kind: "unpaid" };
}

/** The provider has the money: an order where the goods are here, else a refund. */
async function keepMoney(
  tx: Db,
  invalidate: Invalidate,
  provider: Provider,
  attempt: Attempt,
  captured: Extract<PaymentState, { kind: "captured" }>,
): Promise<Finished> {
  const { id, userId, lines, deliveryAddress } = attempt;
  const paid = { chargeRef: captured.chargeRef, refundedCents: captured.refundedCents, checkedAt: new Date(), holdsStock: false };
  const isBack = captured.refundedCents >= captured.cents;
  const note = isBack ? "The provider gave the money back by itself" : await takesGoods(tx, invalidate, attempt, captured);
  if (note) {
    if (attempt.holdsStock) await returnStock(tx, invalidate, lines, "release");
    await updateAttempt(tx, id, { ...paid, status: isBack ? "REFUNDED" : "REFUNDING", note });
    if (isBack) return { kind: "refunded" };
    const cents = captured.cents - captured.refundedCents;
    const refund = await insertRefund(tx, { id: newId(), attemptId: id, cents, reason: note, status: "DUE" });
    if (refund) await refundSoon(tx, refund.id);
    return { kind: "refunded" };
  }
  await writeOrder(tx, invalidate, { id, userId, address: deliveryAddress, lines, payment: { status: "PAID", method: provider.method } });
  await removeOrdered(tx, userId, lines);
  await updateAttempt(tx, id, { ...paid, status: "PAID", note: "" });
  return ended(tx, { ...attempt, status: "PAID" });
}

/** Sells the goods of a payment. @returns why not; empty when they are sold now */
async function takesGoods(tx: Db, invalidate: Invalidate, attempt: Attempt, captured: Captured): Promise<string> {
  if (!isExact(attempt, captured)) return `${captured.cents} cents of ${captured.currency} were taken for ${captured.attemptId}`;
  const { lines, holdsStock, deliveryAddress } = attempt;
  if (isForgotten(deliveryAddress)) return "The account was deleted before the payment came";
  if (!holdsStock) return (await takesStock(tx, invalidate, attempt, "sell")) ? "" : "The goods were sold out when the payment came";
  const ids = lines.map(({ productId }) => productId);
  await lockProducts(tx, ids);
  await moveStock(tx, "sellReserved", lines);
  invalidate(tagsOf.popular);
  return "";
}

/** Somebody gave money back at the provider's own pages. */
async function noteRefunds(
  tx: Db,
  invalidate: Invalidate,
  attempt: Attempt,
  { refundedCents, cents }: { refundedCents: number; cents: number },
): Promise<void> {
  if (refundedCents <= attempt.refundedCents) return;
  await updateAttempt(tx, attempt.id, { refundedCents, checkedAt: new Date() });
  if (attempt.status === "PAID")
    await notePaymentStatus(tx, invalidate, attempt.id, refundedCents < cents ? "PARTIALLY REFUNDED" : "REFUNDED");
}

async function ended(tx: Db, { id, status }: Attempt): Promise<Finished> {
  if (status !== "PAID") return { kind: "refunded" };
  const orderNumber = await readNumber(tx, id);
  if (!orderNumber) throw new Error("A paid order vanished");
  return { kind: "paid", orderNumber };
}
