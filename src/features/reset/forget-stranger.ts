import type { Db } from "#server/db/connect.ts";
import { replaceProfile } from "../account/store.ts";
import { removeSteps } from "../account/two-step/store.ts";
import { deleteAddresses } from "../addresses/store.ts";
import { deleteCart } from "../cart/store.ts";
import { deleteLists } from "../lists/store.ts";

/**
 * Removes what someone else may have saved in an account whose address its owner never confirmed: another way to log in, or an address
 * that the owner's orders would go to. Orders stay: its owner may have placed them.
 * @param name what the person is called from now on
 */
export async function forgetStranger(tx: Db, userId: string, name: string): Promise<void> {
  await Promise.all([
    removeSteps(tx, userId),
    deleteAddresses(tx, userId),
    deleteCart(tx, userId),
    deleteLists(tx, userId),
    replaceProfile(tx, userId, name),
  ]);
}
