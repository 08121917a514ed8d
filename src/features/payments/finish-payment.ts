import type { Database, Db, Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { lockStock } from "../stock/store.ts";
import { changingOf, lockAmended } from "./changes/paid-change.ts";
import type { Instrument, Provider } from "./providers/provider.ts";
import { releasePayment } from "./release-payment.ts";
import { reserveAgain } from "./reserve-again.ts";
import { isPayableLate, isSettled } from "./rules.ts";
import { endOf, settlePayment, type Finished, type LockedPayment, type Report } from "./settle-payment.ts";
import { captureOpen, idsOfOwn, lockAttempt, lockOwnAttempt, moveAttempt, productsHeldBy, type Attempt } from "./store.ts";

/** Who asks, which decides whether money may be taken. */
export type Asker =
  /** The shopper is present and wants to pay. */
  | { who: "shopper"; instrument?: Instrument }
  /** The provider or a job: may take what the shopper agreed to pay, but never after they canceled. */
  | { who: "job"; /** The charge that the provider has named. */ chargeRef?: string | undefined };

/** How long another request may take to capture; longer than the time limit for providers. */
const CAPTURE_SECONDS = 60;

/**
 * Brings a payment to its end: exactly one order, or a refund. The return page, webhooks and the reconciliation may call it any
 * number of times, and concurrently.
 *
 * It decides under a lock on the attempt, but holds no lock while asking the provider. An open payment takes one round trip before that
 * (two if it amends an order), and two after it.
 * @throws Unanswered when the provider did not answer: nothing is decided then
 */
export async function finishPayment(
  { database }: Shop,
  provider: Provider,
  ids: Pick<Attempt, "id" | "amends">,
  asker: Asker,
): Promise<Finished> {
  const { id: attemptId, amends } = ids;
  if (asker.who === "job") {
    const attempt = await database.transact(({ tx }) => lock(tx, attemptId), { prepare: true });
    if (isCapturing(provider, attempt)) return { kind: "pending" };
    const state = await provider.read(attempt, asker.chargeRef);
    if (state.kind !== "approved") return settle(database, provider, ids, { state, of: attempt, isAnswer: false });
  }
  const open = amends === null ? await captureNow(database, attemptId) : undefined;
  const begun = open
    ? { attempt: open, captures: true }
    : await database.transact(async (transaction) => begin(transaction, provider, await lockBoth(transaction.tx, ids), asker), {
        prepare: true,
      });
  return conclude(database, provider, begun, asker);
}

/**
 * Like {@link finishPayment}, for the shopper who names a payment by the provider's id. It is found and locked in one round trip.
 * @returns with the order that it amends
 * @throws Refusal 404, also when the payment is somebody else's
 */
export async function finishOwnPayment(
  { database }: Shop,
  provider: Provider,
  userId: string,
  ref: string,
): Promise<{ finished: Finished; amends: string | null }> {
  const asker: Asker = { who: "shopper" };
  const { amends, begun } = await database.transact(
    async (transaction) => {
      const { tx } = transaction;
      const [attempt, amended] = await Promise.all([
        lockOwnAttempt(tx, userId, ref, provider.name),
        lockAmended(tx, idsOfOwn(userId, ref, provider.name)),
      ]);
      if (!attempt) throw refuse.notFound(t("Payment not found"));
      const locked = { attempt, amended: attempt.amends === null ? undefined : amended };
      return { amends: attempt.amends, begun: await begin(transaction, provider, locked, asker) };
    },
    { prepare: true },
  );
  return { finished: await conclude(database, provider, begun, asker), amends };
}

/** What was decided before the provider is asked. */
type Begun = { finished: Finished } | { attempt: Attempt | Promise<Attempt>; captures: boolean };

/** Takes the money, or asks the provider about it, and settles the payment. */
async function conclude(database: Database, provider: Provider, begun: Begun, asker: Asker): Promise<Finished> {
  if ("finished" in begun) return begun.finished;
  const { captures } = begun;
  const attempt = await begun.attempt;
  const state = captures
    ? await provider.capture(attempt, asker.who === "shopper" ? asker.instrument : undefined)
    : await provider.read(attempt);
  return settle(database, provider, attempt, { state, of: attempt, isAnswer: captures });
}

async function settle(database: Database, provider: Provider, ids: Pick<Attempt, "id" | "amends">, report: Report): Promise<Finished> {
  const settled = await database.transact(
    async (transaction) => {
      const { tx } = transaction;
      const [locked] = await Promise.all([
        lockBoth(tx, ids),
        report.state.kind === "captured" && lockStock(tx, [], productsHeldBy(ids.id)),
      ]);
      return settlePayment(transaction, provider, locked, report);
    },
    { prepare: true },
  );
  return settled.kind === "paid" ? { kind: "paid", orderNumber: await settled.orderNumber } : settled;
}

async function lock(tx: Db, attemptId: string): Promise<Attempt> {
  const attempt = await lockAttempt(tx, attemptId);
  if (!attempt) throw new Error(`There is no payment ${attemptId}`);
  return attempt;
}

async function lockBoth(tx: Db, { id, amends }: Pick<Attempt, "id" | "amends">): Promise<LockedPayment> {
  const [attempt, amended] = await Promise.all([lock(tx, id), amends === null ? undefined : lockAmended(tx, { id, amends })]);
  return { attempt, amended };
}

/** For an open payment that becomes an order, which leaves nothing to decide. One round trip. @returns undefined for any other */
function captureNow(database: Database, attemptId: string): Promise<Attempt | undefined> {
  return database.transact(async ({ tx, withCommit }) => withCommit(captureOpen(tx, attemptId)), { prepare: true });
}

/** Whether another request may be taking the money. Matters if two could take it twice. */
function isCapturing({ recognizesRepeats }: Provider, { status, capturingSeconds }: Attempt): boolean {
  return status === "CAPTURING" && !recognizesRepeats && (capturingSeconds ?? 0) < CAPTURE_SECONDS;
}

/** Decides whether the money may be taken (`captures`), or the provider is only queried. */
async function begin(
  { tx, invalidate, withCommit }: Transaction,
  provider: Provider,
  { attempt, amended }: LockedPayment,
  asker: Asker,
): Promise<Begun> {
  if (isSettled(attempt)) return { finished: await endOf(tx, attempt) };
  if (isCapturing(provider, attempt)) return { finished: { kind: "pending" } };
  const capture = () => {
    const moved = moveAttempt(tx, attempt.id, "CAPTURING", { note: "" });
    withCommit(moved);
    return { attempt: moved, captures: true };
  };
  // It would amend an order that can't be changed anymore, or has been changed since, so nothing is charged.
  const isOutdated = attempt.amends !== null && !(amended && changingOf(attempt, amended));
  switch (attempt.status) {
    case "CREATING":
      return { finished: { kind: "unpaid" } };
    case "OPEN":
      if (!isOutdated) return capture();
      await releasePayment(tx, invalidate, attempt, "REPLACED");
      return { attempt, captures: false };
    case "CAPTURING":
      // The process that started it may have died after the money was taken.
      return { attempt, captures: provider.recognizesRepeats };
    case "EXPIRED":
      // Too late, but the shopper is here: continue if the goods and the delivery time are still available.
      if (asker.who !== "shopper" || !isPayableLate(attempt) || isOutdated) return { attempt, captures: false };
      return (await reserveAgain(tx, invalidate, attempt)) ? capture() : { attempt, captures: false };
    default:
      return { attempt, captures: false };
  }
}
