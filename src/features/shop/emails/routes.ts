import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { inLanguage } from "#server/http/request-language.ts";
import { serve } from "#server/http/serve.ts";
import { paragraph, table, type EmailContent } from "#server/mail/email.ts";
import { composeWithWords } from "#server/mail/own-words.ts";
import { UNREADABLE } from "#server/mail/mailer.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { formatCents } from "#shared/money.ts";
import type { EmailKind, EmailWords } from "#shared/settings.ts";
import type { Language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { greeting } from "../../account/greeting.ts";
import { readAccount } from "../../account/store.ts";
import * as contract from "./contract.ts";
import { KINDS, SAMPLE_CENTS } from "./rules.ts";

/** A made-up order, for previews. */
const ORDER = "7K2M9QXT4W3B";
const receipt = () => {
  const amount = formatCents(SAMPLE_CENTS);
  return [
    { label: t("Basmati rice, 1 kg"), detail: `2 × ${formatCents(SAMPLE_CENTS / 2)}`, amount },
    { label: t("Total Amount"), amount, strong: true },
  ];
};

interface Sent extends EmailWords {
  language: Language;
  pickup: boolean;
}

/** Previews of emails with an admin's own words, and test emails. */
export function emailRoutes(app: FastifyInstance, shop: Shop): void {
  const limit = new RateLimit(shop, { name: "test-emails", tries: 20, seconds: 60 * 60, what: () => t("Too many test emails") });

  const compose = async (kind: EmailKind, { language, pickup, ...words }: Sent): Promise<EmailContent> => {
    const { subject, says, hasReceipt, hasOrder, hasName } = KINDS[kind];
    const identity = await shop.identity();
    const about = { pickup, shop: identity.name };
    return inLanguage(language, () => {
      const original = {
        subject: subject(ORDER, about),
        greeting: greetingOf(kind, "Ana"),
        parts: [paragraph(says(ORDER, about)), ...(hasReceipt ? [table(receipt())] : [])],
      };
      return composeWithWords(identity, words, original, { ...(hasOrder && { order: ORDER }), ...(hasName && { name: "Ana" }) });
    });
  };

  serve(app, shop, contract.originalEmail, async ({ params: { kind } }) => {
    const original = () => ({ subject: KINDS[kind].subject("{order}"), greeting: greetingOf(kind, "{name}") });
    return { data: { en: inLanguage("en", original), es: inLanguage("es", original) } };
  });

  serve(app, shop, contract.previewEmail, async ({ params: { kind }, input }) => {
    const { subject, html } = await compose(kind, input);
    return { data: { subject, html } };
  });

  serve(app, shop, contract.sendTestEmail, async ({ params: { kind }, input, visitor }) => {
    const [account] = await Promise.all([readAccount(shop.database.db, visitor.userId), limit.count(visitor.userId)]);
    const to = account?.email ?? "";
    try {
      const refusal = await shop.mailer.send({ id: newId(), to, content: await compose(kind, input) });
      if (refusal) throw refusal;
    } catch (error) {
      shop.log.warn({ err: error }, "a test email was not sent");
      throw refuse.unprocessable(whyNot(error));
    }
    const isSent = Boolean((await shop.mail()).smtpUrl);
    return { message: isSent ? t("Sent to {to}", { to }) : t("Saved in the outbox for {to}, because no mail server is set", { to }) };
  });
}

function greetingOf(kind: EmailKind, name: string): string {
  const { hasGreeting = true, hasName } = KINDS[kind];
  return hasGreeting ? greeting({ name, isConfirmed: hasName }) : "";
}

const UNREACHED = new Set(["ECONNECTION", "ESOCKET", "ETIMEDOUT", "EDNS", "ETLS"]);

/** What an admin can do about an email that the mail server did not accept. */
function whyNot(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }; // what nodemailer adds
  if (code === UNREADABLE) return t("The mail server's settings were encrypted with another SETTINGS_KEY. Enter them again.");
  if (code === "EAUTH") return t("The mail server refused the user name or password.");
  if (UNREACHED.has(String(code))) return t("The mail server can't be reached. Check its host, port and encryption.");
  return typeof responseCode === "number"
    ? t("The mail server didn't accept the email ({responseCode}).", { responseCode })
    : t("The mail server didn't accept the email.");
}
