import type { Shop } from "#server/shop.ts";
import { settleDifference } from "../differences/send-difference.ts";
import { finishPayment } from "../finish-payment.ts";
import { note } from "../notes.ts";
import { Unanswered, type Providers, type RefundState } from "../providers/provider.ts";
import { takePending, type RefundRow } from "../refund-row-store.ts";
import { settleRefund } from "../refunds/refund-payment.ts";
import { moveBackPayments, noteChecked, readAttempt } from "../store.ts";
import { differences, refunds } from "../tables.ts";
import { readToCheck, readWithLostCharge } from "./store.ts";

/** Payments per round. */
const BATCH = 50;
/** After this time, a part of a round makes no more calls, so that a silent provider's payments don't hold up refunds. */
const WITHIN_MS = 13_000;

/** Asks the providers about payments nobody reported, because of a closed tab or a lost webhook, and about pending refunds. */
export async function reconcile(shop: Shop, providers: Providers, withinMs = WITHIN_MS): Promise<void> {
  await moveBackPayments(shop.database.db);
  const end = () => performance.now() + withinMs;
  await checkPayments(shop, providers, end());
  await checkPending(shop, providers, end(), refunds, settleRefund);
  await checkPending(shop, providers, end(), differences, settleDifference);
}

async function checkPayments(shop: Shop, providers: Providers, end: number): Promise<void> {
  const { db } = shop.database;
  for (const attempt of [...(await readToCheck(db, BATCH)), ...(await readWithLostCharge(db, BATCH))]) {
    const provider = await providers(attempt.provider);
    if (!provider) continue;
    try {
      // Mark it first, so that one that fails doesn't hold up the others.
      await noteChecked(db, attempt.id);
      await finishPayment(shop, provider, attempt, { who: "job" });
    } catch (error) {
      if (!(error instanceof Unanswered)) shop.log.error({ err: error, attempt: attempt.id }, "a payment could not be settled");
      await noteChecked(db, attempt.id, note("No answer when last asked: {problem}", { problem: (error as Error).message }));
    }
    if (performance.now() > end) return;
  }
}

/** Takes one pending refund or difference after the other, so that none is marked as checked and then not asked about. */
async function checkPending(
  shop: Shop,
  providers: Providers,
  end: number,
  table: typeof refunds | typeof differences,
  settle: (shop: Shop, refund: RefundRow, state: RefundState) => Promise<void>,
): Promise<void> {
  const { database, log } = shop;
  const take = () => takePending(database.db, table);
  for (let refund = await take(); refund; refund = performance.now() > end ? undefined : await take()) {
    try {
      const attempt = await readAttempt(database.db, refund.attemptId);
      const provider = attempt && (await providers(attempt.provider));
      if (provider && refund.providerRef) await settle(shop, refund, await provider.readRefund(refund.providerRef));
    } catch (error) {
      if (!(error instanceof Unanswered)) log.error({ err: error, refund: refund.id }, "a refund could not be checked");
    }
  }
}
