import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { composeLetter, paragraph, quotation, remark } from "#server/mail/email.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { readMessage } from "./store.ts";

const messageLetter = { name: "contact.message-letter", data: z.object({ messageId: id }) } satisfies Job;

/** Hands a message on to the people of the shop. */
export async function tellShop(tx: Db, messageId: string): Promise<void> {
  await enqueue(tx, messageLetter, { messageId });
}

/** The letters of this room. */
export function contactTasks({ config, database, mailer }: Shop): Task[] {
  return [
    task(messageLetter, async ({ messageId }, letterId) => {
      const written = await readMessage(database.db, messageId);
      if (!written) return;
      const { name, email, subject, message } = written;
      const letter = composeLetter(config, `Message: ${subject}`, [
        paragraph(`${name} (${email}) writes:`),
        quotation(message),
        remark("Your answer to this letter goes to them."),
      ]);
      await mailer.send({ id: letterId, to: config.shop.email, letter, replyTo: { name, address: email } });
    }),
  ];
}
