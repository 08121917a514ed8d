import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { lockActive } from "./store.ts";

/**
 * Makes other changes to what this person has (cart, addresses, messages) wait until the transaction ends.
 * @throws Refusal 401 when the person left or was suspended in the meantime
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  if (!(await lockActive(tx, userId))) throw refuse.unauthenticated();
}
