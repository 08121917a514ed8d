import type { Db } from "#server/db/connect.ts";
import { emailTwoStepChanged } from "../emails.ts";
import { noteSecurityEvent, type Origin } from "../security-events.ts";
import { revokeSessionsOf } from "../session/session-store.ts";
import { readAccount } from "../store.ts";
import { removeSteps } from "./store.ts";

/** Removes the second steps of a person who lost their devices, and logs them out everywhere. */
export async function resetSteps(tx: Db, userId: string, from: Origin): Promise<void> {
  const what = "All second steps were removed";
  await removeSteps(tx, userId);
  await revokeSessionsOf(tx, userId);
  await noteSecurityEvent(tx, { kind: "two-step-changed", userId, from, detail: what });
  const account = await readAccount(tx, userId);
  if (account) await emailTwoStepChanged(tx, userId, account.email, what);
}
