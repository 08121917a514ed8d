import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import type { TakenLine } from "../../stock/take-stock.ts";
import { countOpenCash, readOpenCashLines } from "../store.ts";
import { mayOrderUnpaid, mayTakeUnconfirmed, type UnpaidLine } from "./unconfirmed.ts";

/** How much a shopper may order unpaid: depends on their email address, or unlimited (`RATE_LIMIT=off`). */
export type Trust = "unconfirmed" | "confirmed" | "unlimited";

/** A locked account's unpaid orders, as far as they limit what it may order. */
export interface Unpaid {
  orders: number;
  lines: UnpaidLine[];
}

export async function readUnpaid(tx: Db, userId: string, trust: Trust): Promise<Unpaid> {
  const [orders, lines] = await Promise.all([
    trust === "unlimited" ? 0 : countOpenCash(tx, userId),
    trust === "unconfirmed" ? readOpenCashLines(tx, userId) : [],
  ]);
  return { orders, lines };
}

/**
 * Checks that an account may place another cash order.
 * @throws Refusal 403 that says what to do
 */
export function checkUnpaidOrders({ orders }: Unpaid, trust: Trust): void {
  if (trust === "unlimited") return;
  const judged = mayOrderUnpaid(orders, trust === "confirmed");
  if (!judged.ok) throw refuse.forbidden(judged.reason);
}

/**
 * Checks the lines about to be taken from stock.
 * @throws Refusal 403 that says what to do
 */
export function checkUnconfirmedPieces(lines: readonly TakenLine[], unpaid: Unpaid, trust: Trust, how: { inCash: boolean }): void {
  if (trust !== "unconfirmed") return;
  const judged = mayTakeUnconfirmed(lines, unpaid.lines, how.inCash);
  if (!judged.ok) throw refuse.forbidden(judged.reason);
}
