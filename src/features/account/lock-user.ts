import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { lockActive } from "./store.ts";

/**
 * Makes other changes to a person's cart, addresses and messages wait until the transaction ends.
 * @throws Refusal 401 if the account was deleted or suspended in the meantime
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  if (!(await lockActive(tx, userId))) throw refuse.unauthenticated();
}
