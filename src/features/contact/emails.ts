import * as z from "zod/mini";
import type { Db } from "#server/db/connect.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { composeEmail, paragraph, quotation, remark } from "#server/mail/email.ts";
import { composeWithWords, ownWords } from "#server/mail/own-words.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { t } from "#words/t.ts";
import { readAccount } from "../account/store.ts";
import { readMessage } from "./store.ts";

const messageEmail = { name: "contact.message-email", data: z.object({ messageId: id }) } satisfies Job;

/** Emails a message to the shop. */
export async function emailShop(tx: Db, messageId: string): Promise<void> {
  await enqueue(tx, messageEmail, { messageId });
}

const answerEmail = { name: "contact.answer-email", data: z.object({ messageId: id }) } satisfies Job;

/** Emails the answer to whoever wrote a message. */
export async function emailAnswer(tx: Db, messageId: string): Promise<void> {
  await enqueue(tx, answerEmail, { messageId });
}

export function contactTasks(shop: Shop): Task[] {
  const { database, mailer } = shop;
  return [
    task(messageEmail, async ({ messageId }, emailId) => {
      const written = await readMessage(database.db, messageId);
      if (!written) return;
      const { name, email, subject, message } = written;
      const identity = await shop.identity();
      const content = inLanguage((await shop.settings()).staffLanguage, () =>
        composeEmail(identity, t("Message: {subject}", { subject }), [
          paragraph(t("{name} ({email}) wrote:", { name, email })),
          quotation(message),
          remark(t("Reply to this email to answer {name}.", { name })),
        ]),
      );
      await mailer.send({ id: emailId, to: identity.email, content, replyTo: { name, address: email } });
    }),

    task(answerEmail, async ({ messageId }, emailId) => {
      const written = await readMessage(database.db, messageId);
      if (!written?.answer) return;
      const { email, subject, message, answer } = written;
      const identity = await shop.identity();
      const writer = await readAccount(database.db, written.userId);
      const settings = await shop.settings();
      const content = inLanguage(writer?.language ?? "en", () => {
        const parts = [...answer.split(/\n{2,}/).map((part) => paragraph(part)), remark(t("You wrote:")), quotation(message)];
        const original = { subject: t("Re: {subject}", { subject }), greeting: "", parts };
        return composeWithWords(identity, ownWords(settings, "contact.answer-email"), original, {});
      });
      await mailer.send({ id: emailId, to: email, content });
    }),
  ];
}
