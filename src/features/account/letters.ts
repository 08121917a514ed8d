import * as z from "zod/mini";
import { enqueue, task, type Job, type Task } from "#server/jobs.ts";
import { button, composeLetter, paragraph, remark } from "#server/mail/letter.ts";
import type { Db } from "#server/db/connect.ts";
import { id } from "#shared/id.ts";
import type { Shop } from "#server/shop.ts";
import { paths } from "#web/paths.ts";
import { readUser } from "./store.ts";
import { VerificationTokens, LINK_DAYS } from "./verification-token.ts";

const verificationLetter = { name: "account.verification-letter", data: z.object({ userId: id, email: z.string() }) } satisfies Job;

/** Asks a person, by letter, to show that an address is theirs. */
export async function askToVerify(tx: Db, userId: string, email: string): Promise<void> {
  await enqueue(tx, verificationLetter, { userId, email });
}

/** The letters of this room. */
export function accountTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  const tokens = new VerificationTokens(config.jwtSecret);

  return [
    task(verificationLetter, async ({ userId, email }, letterId) => {
      const user = await readUser(database.db, userId);
      if (!user) return;
      const address = `${config.publicUrl}${paths.verifyEmail}?token=${await tokens.sign({ userId, email })}`;
      const letter = composeLetter(config, "Is this your e-mail address?", [
        paragraph(`Hello ${user.name},`),
        paragraph(`Please confirm that ${email} is your address, so that your orders and receipts reach you.`),
        button("Confirm my address", address),
        remark(`The link works for ${LINK_DAYS} days. If you did not ask for this, you need not do anything.`),
      ]);
      await mailer.send({ id: letterId, to: email, letter });
    }),
  ];
}
