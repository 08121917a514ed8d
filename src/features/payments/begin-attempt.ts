import type { Db } from "#server/db/connect.ts";
import { expireLater } from "./jobs.ts";
import { insertAttempt, RESERVATION_ENDS, type Attempt, type NewAttempt } from "./store.ts";

/** Starts a payment, and ends it when its reservation does. One round trip. */
export async function beginAttempt(tx: Db, attempt: NewAttempt): Promise<Attempt> {
  const [begun] = await Promise.all([insertAttempt(tx, attempt), expireLater(tx, attempt.id, RESERVATION_ENDS)]);
  return begun;
}
