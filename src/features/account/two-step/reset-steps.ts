import type { Db } from "#server/db/connect.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { t } from "#words/t.ts";
import { emailTwoStepChanged } from "../emails.ts";
import { noteSecurityEvent, type Origin } from "../security-events.ts";
import { revokeSessionsOf } from "../session/session-store.ts";
import type { Account } from "../store.ts";
import { removeSteps } from "./store.ts";

/** Removes the second steps of a person who lost their devices, and logs them out everywhere. */
export async function resetSteps(
  tx: Db,
  { id: userId, email, language }: Pick<Account, "id" | "email" | "language">,
  from: Origin,
): Promise<void> {
  await inLanguage(language, async () => {
    const what = t("All second steps were removed");
    await Promise.all([
      removeSteps(tx, userId),
      revokeSessionsOf(tx, userId),
      noteSecurityEvent(tx, { kind: "two-step-changed", userId, from, detail: what }),
      emailTwoStepChanged(tx, userId, email, what),
    ]);
  });
}
