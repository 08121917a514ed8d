import * as z from "zod/mini";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { composeWithWords, ownWords } from "#server/mail/own-words.ts";
import { recipientLimit } from "#server/mail/recipient-limit.ts";
import { button, composeEmail, facts, page, paragraph, remark } from "#server/mail/email.ts";
import type { Db } from "#server/db/connect.ts";
import { id } from "#shared/id.ts";
import { formatTime } from "#shared/time.ts";
import type { Shop } from "#server/shop.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { greeting } from "./greeting.ts";
import { accountLimits } from "./limits.ts";
import { readSecurityEvent } from "./security-events.ts";
import { readAccount } from "./store.ts";
import { readUserAgent } from "./session/user-agent.ts";
import { readPasskeys } from "./two-step/store.ts";
import { VerificationTokens, LINK_DAYS } from "./verification-token.ts";

const verificationEmail = { name: "account.verification-email", data: z.object({ userId: id, email: z.string() }) } satisfies Job;

/** Sends a person a link that confirms their address. */
export async function askToVerify(tx: Db, userId: string, email: string): Promise<void> {
  await enqueue(tx, verificationEmail, { userId, email });
}

const emailChangedEmail = { name: "account.email-changed-email", data: z.object({ userId: id, email: z.string() }) } satisfies Job;

/** Tells the old address that the account has a new one, in case somebody else changed it. */
export async function emailOldAddress(tx: Db, userId: string, email: string): Promise<void> {
  await enqueue(tx, emailChangedEmail, { userId, email });
}

const passwordEmail = {
  name: "account.password-email",
  // Older versions enqueued it without the last one.
  data: z.object({ userId: id, email: z.string(), isCleared: z._default(z.boolean(), false) }),
} satisfies Job;

/**
 * Tells a person that their password was changed, at the address they had at that time.
 * @param isCleared whether this removed what was saved in the account
 */
export async function emailPasswordChanged(tx: Db, userId: string, email: string, { isCleared = false } = {}): Promise<void> {
  await enqueue(tx, passwordEmail, { userId, email, isCleared });
}

const twoStepEmail = { name: "account.two-step-email", data: z.object({ userId: id, email: z.string(), what: z.string() }) } satisfies Job;

/** Tells a person what changed about their two-step login, for example "An authenticator app was added". */
export async function emailTwoStepChanged(tx: Db, userId: string, email: string, what: string): Promise<void> {
  await enqueue(tx, twoStepEmail, { userId, email, what });
}

const newLoginEmail = { name: "account.new-login-email", data: z.object({ userId: id, eventId: id }) } satisfies Job;

/** Reports a login from a new browser, unless there were too many recently: someone who knows the password could fill the inbox. */
export async function emailNewLogin(tx: Db, userId: string, eventId: string): Promise<void> {
  await enqueue(tx, newLoginEmail, { userId, eventId });
}

/** The emails about accounts. */
export function accountTasks(shop: Shop): Task[] {
  const { config, database, mailer } = shop;
  const limits = accountLimits(shop);
  const recipients = recipientLimit(shop);
  const tokens = new VerificationTokens(config.jwtSecret);

  return [
    task(verificationEmail, async ({ userId, email }, emailId) => {
      const account = await readAccount(database.db, userId);
      // The person may have asked for another address in the meantime, or changed their mind.
      const wanted = [account?.email, account?.newEmail].map((one) => one?.toLowerCase());
      if (!account || !wanted.includes(email.toLowerCase())) return;
      const address = `${page(config, paths.verifyEmail)}?token=${await tokens.sign({ userId, email })}`;
      const identity = await shop.identity();
      const words = ownWords(await shop.settings(), "account.verification-email");
      const parts = [
        paragraph(t("Please confirm that {email} is your email address, so that your order updates reach you.", { email })),
        button(t("Confirm email address"), address),
        remark(
          t("The link works for {LINK_DAYS} days. If you didn't sign up for {name}, you can ignore this email.", {
            LINK_DAYS,
            name: identity.name,
          }),
        ),
      ];
      const original = { subject: t("Confirm your email address"), greeting: t("Hello,"), parts };
      // No name: the address is not confirmed yet.
      const content = composeWithWords(identity, words, original, {});
      await mailer.send({ id: emailId, to: email, content });
    }),

    task(emailChangedEmail, async ({ userId, email }, emailId) => {
      if (!(await readAccount(database.db, userId))) return;
      const identity = await shop.identity();
      const content = composeEmail(identity, t("Your email address was changed"), [
        // No name: the old address may never have been confirmed.
        paragraph(t("Hello,")),
        paragraph(
          t("Your account now uses a different email address. You can't log in with this one anymore, and we won't email it again."),
        ),
        remark(t("If this wasn't you, write to {email} right away.", { email: identity.email })),
      ]);
      await mailer.send({ id: emailId, to: email, content });
    }),

    task(passwordEmail, async ({ userId, email, isCleared }, emailId) => {
      const account = await readAccount(database.db, userId);
      if (!account) return;
      const identity = await shop.identity();
      const passkeys = (await readPasskeys(database.db, userId)).map(({ name }) => name).join(", ");
      const content = composeEmail(identity, t("Your password was changed"), [
        paragraph(greeting(account)),
        paragraph(t("Your password was just changed. All devices that used the old one are logged out.")),
        ...(isCleared
          ? [
              paragraph(
                t(
                  "We can't tell who signed up with your email address. To be safe, we removed the name, phone number, picture, addresses, lists and cart of this account. Orders are still there.",
                ),
              ),
            ]
          : []),
        // Someone who knew the old password may have added one.
        ...(passkeys
          ? [
              paragraph(t("These passkeys still log in to your account: {passkeys}. Remove any that isn't yours.", { passkeys })),
              button(t("Check your passkeys"), page(config, paths.security)),
            ]
          : []),
        remark(t("If this wasn't you, reset your password now and write to {email}.", { email: identity.email })),
        button(t("Reset password"), page(config, paths.forgotPassword)),
      ]);
      await mailer.send({ id: emailId, to: email, content });
    }),

    task(twoStepEmail, async ({ userId, email, what }, emailId) => {
      const account = await readAccount(database.db, userId);
      if (!account) return;
      const identity = await shop.identity();
      const content = composeEmail(identity, t("Your two-step login was changed"), [
        paragraph(greeting(account)),
        paragraph(`${what}.`),
        remark(t("If this wasn't you, reset your password now and write to {email}.", { email: identity.email })),
        button(t("Reset password"), page(config, paths.forgotPassword)),
      ]);
      await mailer.send({ id: emailId, to: email, content });
    }),

    task(newLoginEmail, async ({ userId, eventId }, emailId) => {
      const account = await readAccount(database.db, userId);
      const login = await readSecurityEvent(database.db, eventId);
      if (account?.status !== "Active" || !login) return;
      if (!(await limits.mayTellOfLogin(userId))) return;
      const { browser, system } = readUserAgent(login.userAgent);
      const device = browser && system ? t("{browser} on {system}", { browser, system }) : browser || system || t("Unknown");
      const identity = await shop.identity();
      const content = composeEmail(identity, t("New login to your account"), [
        paragraph(greeting(account)),
        paragraph(t("Someone just logged in to your account from a device we haven't seen before.")),
        facts([
          [t("Device"), device],
          [t("Time [login]"), formatTime(login.at.toISOString(), identity.timeZone)],
        ]),
        paragraph(t("If this was you, there is nothing to do.")),
        remark(t("If it wasn't, reset your password now. That logs out every device, including theirs.")),
        button(t("Reset password"), page(config, paths.forgotPassword)),
      ]);
      await recipients.send(account, { id: emailId, content }).catch(async (error: unknown) => {
        // It is tried again.
        await limits.giveBackTelling(userId);
        throw error;
      });
    }),
  ];
}
