import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { composeEmail, paragraph, remark } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";

// The job carries the address, which is no longer in the database when the email is written.
const deletedEmail = { name: "security.account-deleted-email", data: z.object({ email: z.string() }) } satisfies Job;

/** Tells a person at their former address that their account was deleted. */
export async function emailAccountDeleted(tx: Db, email: string): Promise<void> {
  await enqueue(tx, deletedEmail, { email });
}

export function securityTasks(shop: Shop): Task[] {
  return [
    task(deletedEmail, async ({ email }, emailId) => {
      const identity = await shop.identity();
      const content = composeEmail(identity, t("Your account was deleted"), [
        paragraph(t("Hello,")),
        paragraph(
          t(
            "We deleted your account, as you asked, with your addresses, cart, picture and messages. Past orders stay in our books, without your name and address.",
          ),
        ),
        paragraph(t("This is our last email about this account. You're welcome to open a new one at any time.")),
        remark(t("If you didn't ask for this, write to {email} right away.", { email: identity.email })),
      ]);
      await shop.mailer.send({ id: emailId, to: email, content });
    }),
  ];
}
