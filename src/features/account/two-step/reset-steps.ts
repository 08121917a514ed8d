import type { Db } from "#server/db/connect.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { t } from "#words/t.ts";
import { emailTwoStepChanged } from "../emails.ts";
import { noteSecurityEvent, type Origin } from "../security-events.ts";
import { revokeSessionsOf } from "../session/session-store.ts";
import { readAccount } from "../store.ts";
import { removeSteps } from "./store.ts";

/** Removes the second steps of a person who lost their devices, and logs them out everywhere. */
export async function resetSteps(tx: Db, userId: string, from: Origin): Promise<void> {
  await removeSteps(tx, userId);
  await revokeSessionsOf(tx, userId);
  const account = await readAccount(tx, userId);
  await inLanguage(account?.language ?? "en", async () => {
    const what = t("All second steps were removed");
    await noteSecurityEvent(tx, { kind: "two-step-changed", userId, from, detail: what });
    if (account) await emailTwoStepChanged(tx, userId, account.email, what);
  });
}
