import type { Db } from "#server/db/connect.ts";
import { setNewEmail } from "./profile-store.ts";

/** Keeps the address a person wants to have. It counts once the link in the letter to it was followed. */
export async function requestEmailChange(tx: Db, userId: string, email: string): Promise<void> {
  await setNewEmail(tx, userId, email);
}
