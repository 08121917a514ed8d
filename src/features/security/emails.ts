import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { composeLetter, paragraph, remark } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";

/** The address itself: nobody knows it any more when the letter is written. It goes with the job. */
const deletedLetter = { name: "security.account-deleted-letter", data: z.object({ email: z.string() }) } satisfies Job;

/** Tells the person, at the address they had, that their account is deleted. */
export async function tellAccountDeleted(tx: Db, email: string): Promise<void> {
  await enqueue(tx, deletedLetter, { email });
}

/** The letters of this room. */
export function securityTasks({ config, mailer }: Shop): Task[] {
  return [
    task(deletedLetter, async ({ email }, letterId) => {
      const letter = composeLetter(config, "Your account is deleted", [
        paragraph("Hello,"),
        paragraph(
          "Your account is deleted, as you asked. Your addresses, your cart, your picture and your messages are gone. Past orders stay in the shop's books, without your name and address.",
        ),
        paragraph("This is the last letter about this account. You are welcome to open a new one with this address at any time."),
        remark(`If you did not ask for this, please write to ${config.shop.email} at once.`),
      ]);
      await mailer.send({ id: letterId, to: email, letter });
    }),
  ];
}
