import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { code, composeEmail, paragraph, remark } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { plural, t } from "#words/t.ts";
import { readCredentials } from "../account/store.ts";
import { ResetCodes } from "./codes.ts";
import { readOpenReset } from "./store.ts";

const codeEmail = { name: "reset.code-email", data: z.object({ id }) } satisfies Job;

/** Emails the code of a request, if the address belongs to an active account. */
export async function sendCode(tx: Db, resetId: string): Promise<void> {
  await enqueue(tx, codeEmail, { id: resetId });
}

export function resetTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  const codes = new ResetCodes(config.jwtSecret);

  return [
    task(codeEmail, async (asked, emailId) => {
      // Looked up now, since a code that no longer works isn't sent.
      const reset = await readOpenReset(database.db, asked.id);
      if (!reset) return;
      const user = await readCredentials(database.db, reset.email);
      if (user?.status !== "Active") return;
      const minutes = Math.max(1, Math.round(reset.secondsLeft / 60));
      // No name and no address: a number in them could be mistaken for the code.
      const content = composeEmail(await shop.identity(), t("Your password reset code"), [
        paragraph(t("Enter this code to set a new password:")),
        code(codes.codeOf(asked.id)),
        paragraph(plural(minutes, "It works for {count} minute.", "It works for {count} minutes.")),
        remark(
          t("We never ask for this code by phone or email. If you didn't ask for it, ignore this email: your password stays the same."),
        ),
      ]);
      await mailer.send({ id: emailId, to: user.email, content });
    }),
  ];
}
