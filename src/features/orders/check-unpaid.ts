import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { TakenLine } from "../stock/take-stock.ts";
import { countUnpaid, readUnpaidLines } from "./store.ts";
import { mayOrderUnpaid, mayTakeUnconfirmed, type UnpaidLine } from "./unconfirmed.ts";

/** How much a shopper may order unpaid: depends on their email address, or unlimited (`RATE_LIMIT=off`). */
export type Trust = "unconfirmed" | "confirmed" | "unlimited";

/**
 * Checks that a locked account may place another cash order.
 * @throws Refusal 403 that says how to go on
 */
export async function checkUnpaidOrders(tx: Db, userId: string, trust: Trust): Promise<void> {
  if (trust === "unlimited") return;
  const judged = mayOrderUnpaid(await countUnpaid(tx, userId), trust === "confirmed");
  if (!judged.ok) throw refuse.forbidden(judged.reason);
}

/** A locked account's unpaid orders, if they limit what it may order. */
export async function readUnpaid(tx: Db, userId: string, trust: Trust): Promise<UnpaidLine[]> {
  return trust === "unconfirmed" ? readUnpaidLines(tx, userId) : [];
}

/**
 * Checks the lines just taken from stock, before they are committed.
 * @param unpaid as it was before
 * @throws Refusal 403 that says how to go on
 */
export function checkTaken(lines: readonly TakenLine[], unpaid: readonly UnpaidLine[], trust: Trust, how: { inCash: boolean }): void {
  if (trust !== "unconfirmed") return;
  const judged = mayTakeUnconfirmed(lines, unpaid, how.inCash);
  if (!judged.ok) throw refuse.forbidden(judged.reason);
}
