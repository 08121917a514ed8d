import * as z from "zod/mini";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { button, composeLetter, paragraph, remark } from "#server/mail/email.ts";
import type { Db } from "#server/db/connect.ts";
import { id } from "#shared/id.ts";
import type { Shop } from "#server/shop.ts";
import { paths } from "#web/paths.ts";
import { greeting } from "./greeting.ts";
import { readUser } from "./store.ts";
import { VerificationTokens, LINK_DAYS } from "./verification-token.ts";

const verificationLetter = { name: "account.verification-letter", data: z.object({ userId: id, email: z.string() }) } satisfies Job;

/** Asks a person, by letter, to show that an address is theirs. */
export async function askToVerify(tx: Db, userId: string, email: string): Promise<void> {
  await enqueue(tx, verificationLetter, { userId, email });
}

const emailChangedLetter = { name: "account.email-changed-letter", data: z.object({ userId: id, email: z.string() }) } satisfies Job;

/** Tells the address a person had that another one counts now: they may not have wanted it. */
export async function tellOldAddress(tx: Db, userId: string, email: string): Promise<void> {
  await enqueue(tx, emailChangedLetter, { userId, email });
}

const passwordLetter = { name: "account.password-letter", data: z.object({ userId: id, email: z.string() }) } satisfies Job;

/** Tells a person, at the address they had then, that their password was changed. */
export async function tellPasswordChanged(tx: Db, userId: string, email: string): Promise<void> {
  await enqueue(tx, passwordLetter, { userId, email });
}

/** The letters of this room. */
export function accountTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  const tokens = new VerificationTokens(config.jwtSecret);

  return [
    task(verificationLetter, async ({ userId, email }, letterId) => {
      const user = await readUser(database.db, userId);
      // Another address was asked for meanwhile, or none.
      const wanted = [user?.email, user?.new_email].map((one) => one?.toLowerCase());
      if (!user || !wanted.includes(email.toLowerCase())) return;
      const address = `${config.publicUrl}${paths.verifyEmail}?token=${await tokens.sign({ userId, email })}`;
      const letter = composeLetter(config, "Is this your e-mail address?", [
        paragraph("Hello,"),
        paragraph(`Please confirm that ${email} is your address, so that your orders and receipts reach you.`),
        button("Confirm my address", address),
        remark(`The link works for ${LINK_DAYS} days. If you did not ask for this, you need not do anything.`),
      ]);
      await mailer.send({ id: letterId, to: email, letter });
    }),
    task(emailChangedLetter, async ({ userId, email }, letterId) => {
      const user = await readUser(database.db, userId);
      if (!user) return;
      const letter = composeLetter(config, "Your e-mail address was changed", [
        // Nothing tells any more whether the old address was confirmed.
        paragraph("Hello,"),
        paragraph("Another e-mail address is now the one of your account. This one no longer signs in, and gets no more letters."),
        remark(`If you did not ask for this, please write to ${config.shop.email} at once.`),
      ]);
      await mailer.send({ id: letterId, to: email, letter });
    }),

    task(passwordLetter, async ({ userId, email }, letterId) => {
      const user = await readUser(database.db, userId);
      if (!user) return;
      const letter = composeLetter(config, "Your password was changed", [
        paragraph(greeting(user)),
        paragraph("The password of your account was just changed. Devices that were logged in with the old one are logged out."),
        remark(`If it was not you, set a new password at once, and write to ${config.shop.email}.`),
        button("Set a new password", `${config.publicUrl}${paths.forgotPassword}`),
      ]);
      await mailer.send({ id: letterId, to: email, letter });
    }),
  ];
}
