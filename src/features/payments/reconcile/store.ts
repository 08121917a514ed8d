import { and, asc, inArray, isNotNull, lt, or, sql, type SQL } from "drizzle-orm";
import { isFromWrongClock } from "#server/db/clock.ts";
import type { Db } from "#server/db/connect.ts";
import type { AttemptStatus } from "../contract.ts";
import { attemptColumns, type Attempt } from "../store.ts";
import { attempts } from "../tables.ts";

/** SQL for whether a payment may still arrive: PayPal's payers have three hours. */
const mayCome = sql`${attempts.createdAt} > now() - interval '4 hours'`;
/** Age at which the shop starts asking about an attempt. */
const ASK_AFTER = sql`interval '2 minutes'`;
const lastAsked = sql`coalesce(${attempts.checkedAt}, ${attempts.createdAt})`;

/** The attempts to ask the provider about: open ones, and ended ones that may still be paid. The older, the less often. */
export function readToCheck(db: Db, limit: number): Promise<Attempt[]> {
  const underWay: AttemptStatus[] = ["OPEN", "CAPTURING"];
  const givenUp: AttemptStatus[] = ["EXPIRED", "CANCELLED", "REPLACED", "FAILED"];
  return readDue(db, limit, or(inArray(attempts.status, underWay), and(inArray(attempts.status, givenUp), mayCome)));
}

/** Settled attempts with a lost charge, which the provider may still find although another one was made. */
export function readWithLostCharge(db: Db, limit: number): Promise<Attempt[]> {
  const settled: AttemptStatus[] = ["PAID", "REFUNDING", "REFUNDED"];
  return readDue(db, limit, and(isNotNull(attempts.lostChargeAt), inArray(attempts.status, settled), mayCome));
}

function readDue(db: Db, limit: number, which: SQL | undefined): Promise<Attempt[]> {
  return db
    .select(attemptColumns)
    .from(attempts)
    .where(
      and(
        isNotNull(attempts.providerRef),
        lt(attempts.createdAt, sql`now() - ${ASK_AFTER}`),
        which,
        or(
          sql`${lastAsked} < now() - greatest(interval '1 minute', (now() - ${attempts.createdAt}) / 6)`,
          isFromWrongClock(attempts.checkedAt),
        ),
      ),
    )
    .orderBy(asc(lastAsked))
    .limit(limit);
}
