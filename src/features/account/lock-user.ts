import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { lockActive } from "./store.ts";

/**
 * Makes whoever else changes what this person holds (cart, addresses, messages) wait until the transaction ends.
 * @throws Refusal 401 when the person has left, or was suspended, while it waited: nothing is kept for them any more
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  if (!(await lockActive(tx, userId))) throw refuse.unauthenticated();
}
