import type { Shop } from "#server/shop.ts";
import { settleDifference } from "./differences/send-difference.ts";
import { takePending } from "./differences/store.ts";
import { finishPayment } from "./finish-payment.ts";
import { Unanswered, type Providers } from "./provider.ts";
import { settleRefund } from "./refunds/refund-payment.ts";
import { takePendingRefunds } from "./refunds/store.ts";
import { moveBackReservations, noteChecked, readAttempt, readToCheck } from "./store.ts";

/** Payments per round, and refunds per round. */
const BATCH = 50;
/** A round asks nothing more after this time, so that a silent provider doesn't hold up refunds. */
const WITHIN_MS = 40_000;

/** Asks the providers about pending refunds, and about payments nobody reported: a closed tab, a lost webhook. */
export async function reconcile(shop: Shop, providers: Providers, withinMs = WITHIN_MS): Promise<void> {
  const end = performance.now() + withinMs;
  await moveBackReservations(shop.database.db);
  await checkPayments(shop, providers, end);
  await checkRefunds(shop, providers, end);
  await checkDifferences(shop, providers, end);
}

async function checkPayments(shop: Shop, providers: Providers, end: number): Promise<void> {
  for (const attempt of await readToCheck(shop.database.db, BATCH)) {
    if (performance.now() > end) return;
    const provider = await providers(attempt.provider);
    if (!provider) continue;
    try {
      // Mark it first, so that one that fails doesn't hold up the others.
      await noteChecked(shop.database.db, attempt.id);
      await finishPayment(shop, provider, attempt.id, { who: "job" });
    } catch (error) {
      if (!(error instanceof Unanswered)) shop.log.error({ err: error, attempt: attempt.id }, "a payment could not be settled");
      await noteChecked(shop.database.db, attempt.id, `No answer when last asked: ${(error as Error).message}`);
    }
  }
}

async function checkDifferences(shop: Shop, providers: Providers, end: number): Promise<void> {
  for (const difference of await takePending(shop.database.db, BATCH)) {
    if (performance.now() > end) return;
    try {
      const attempt = await readAttempt(shop.database.db, difference.attemptId);
      const provider = attempt && (await providers(attempt.provider));
      if (provider && difference.providerRef) await settleDifference(shop, difference, await provider.readRefund(difference.providerRef));
    } catch (error) {
      if (!(error instanceof Unanswered)) shop.log.error({ err: error, difference: difference.id }, "a refund could not be checked");
    }
  }
}

async function checkRefunds(shop: Shop, providers: Providers, end: number): Promise<void> {
  for (const refund of await takePendingRefunds(shop.database.db, BATCH)) {
    if (performance.now() > end) return;
    try {
      const attempt = await readAttempt(shop.database.db, refund.attemptId);
      const provider = attempt && (await providers(attempt.provider));
      if (provider && refund.providerRef) await settleRefund(shop, refund, await provider.readRefund(refund.providerRef));
    } catch (error) {
      if (!(error instanceof Unanswered)) shop.log.error({ err: error, refund: refund.id }, "a refund could not be checked");
    }
  }
}
