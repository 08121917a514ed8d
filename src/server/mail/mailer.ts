import type { FastifyBaseLogger } from "fastify";
import { createTransport, type SendMailOptions } from "nodemailer";
import type { Identity } from "#shared/face.ts";
import type { Config } from "../settings/config.ts";
import { databaseNow } from "../db/clock.ts";
import { madeAt } from "../new-id.ts";
import type { EmailContent } from "./email.ts";
import { note } from "../metrics/events.ts";
import { putIntoOutbox } from "./outbox.ts";

/** An email with its recipient. */
export interface Mail {
  /** The same on each attempt, so that a mail server can recognize duplicates. */
  id: string;
  to: string;
  content: EmailContent;
  /** Where a reply goes, if not to the shop. */
  replyTo?: { name: string; address: string };
  attachment?: Attachment;
}

/** A file sent with an email. */
export interface Attachment {
  name: string;
  media: string;
  bytes: Buffer;
}

/** Sends emails through a mail server, or writes them to the outbox. */
export interface Mailer {
  /**
   * @returns once the mail server has accepted the email, or, with the error, once it has refused it for good
   * @throws when it has to be tried again
   */
  send(mail: Mail): Promise<Error | undefined>;
  close(): void;
}

/** RFC 5321, 4.5.3.2.6: giving up earlier may send an email twice that the server was about to accept. */
const ANSWER_WITHIN_MS = 10 * 60_000;
const CONNECT_WITHIN_MS = 15_000;

type MailConfig = Pick<Config, "publicUrl" | "dataDir">;
/** Who sends the emails, unless the configuration says so. */
type Sender = () => Promise<Pick<Identity, "name" | "email">>;
export interface MailWay extends Readonly<Config["mail"]> {
  /** There is a mail server, but its address was encrypted with another SETTINGS_KEY: emails wait for it. */
  isUnreadable?: boolean;
}

/** How emails are sent now. Asked for each of them, because admins can change the mail server. */
type Way = () => Promise<MailWay>;

/** How long an email is tried again if only its recipient is refused for now, for example because their mailbox is full. */
const TRIED_FOR_MS = 2 * 24 * 3_600_000;

/** How the error of such an email begins: its job isn't late, since the mail server works. */
export const RECIPIENT_REFUSED = "recipient refused for now";

/** What nodemailer's own errors have as well. */
export const UNREADABLE = "EUNREADABLE";

/** Opens the mailer. Connects on first use. */
export function openMailer(config: MailConfig, sender: Sender, way: Way, log: FastifyBaseLogger): Mailer {
  const mailer = openUncounted(config, sender, way);
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
        note("email-sent");
        return undefined;
      } catch (caught) {
        const error = caught as Error; // nodemailer's, or the file system's
        const refused = refusalOf(error);
        if (refused === undefined || (refused === "for now" && databaseNow() - madeAt(mail.id) < TRIED_FOR_MS)) {
          note("email-failed");
          if (refused) error.message = `${RECIPIENT_REFUSED}: ${error.message}`;
          throw error;
        }
        note("email-refused");
        log.warn({ err: error, email: mail.id }, "the mail server refused an email for good");
        return error;
      }
    },
    close: () => mailer.close(),
  };
}

/** What is wrong with the recipient's address or mailbox, or with the size of the email (RFC 3463). */
const FOR_GOOD = /^\d{3}[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.[13]|3\.4)\s/;
/** The server's own troubles, and its policies. */
const OF_ALL_FOR_NOW = /^\d{3}[ -]4\.[37]\./;
const HAS_CODE = /^\d{3}[ -]5\.\d/;
/** What servers that send no such code write if there is no recipient. */
const NO_RECIPIENT = /unknown|no such|not exist|not found|unrouteable/i;

/**
 * Whether the mail server refused this recipient or this email for good, or only the recipient for now. Anything else may concern all emails
 * and can be mended, such as a wrong password, a sender that isn't verified or a used-up quota, so those are tried again.
 */
function refusalOf(error: Error): "for good" | "for now" | undefined {
  const { command, responseCode: code = 0, response = "" } = error as Partial<SMTPError>; // what nodemailer adds
  if (command === "RCPT TO" && code >= 450 && code <= 452) return OF_ALL_FOR_NOW.test(response) ? undefined : "for now";
  if ((command !== "RCPT TO" && command !== "DATA") || code < 550 || code > 554) return undefined;
  const saysGone = command === "RCPT TO" && NO_RECIPIENT.test(response) && !/sender/i.test(response);
  return (HAS_CODE.test(response) ? FOR_GOOD.test(response) : saysGone) ? "for good" : undefined;
}

interface SMTPError {
  command: string;
  responseCode: number;
  response: string;
}

interface Uncounted {
  send(mail: Mail): Promise<void>;
  close(): void;
}

function openUncounted({ publicUrl, dataDir }: MailConfig, sender: Sender, way: Way): Uncounted {
  const { hostname } = new URL(publicUrl);
  const fromShop = async () => {
    const { name, email } = await sender();
    return { name, address: email };
  };
  const compose = async (
    { id, to, content: { subject, text, html }, replyTo, attachment }: Mail,
    from?: string,
  ): Promise<SendMailOptions> => ({
    from: from ?? (await fromShop()),
    // An object, because a string would be parsed as a list.
    to: { name: "", address: to },
    ...(replyTo && { replyTo }),
    ...(attachment && { attachments: [{ filename: attachment.name, contentType: attachment.media, content: attachment.bytes }] }),
    subject,
    text,
    html,
    messageId: `<${id}@${hostname}>`,
    // Readable in the outbox.
    textEncoding: "quoted-printable",
    // No out-of-office replies.
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  let open: { url: string; transport: ReturnType<typeof transportTo> } | undefined;
  const transportOf = (url: string) => {
    if (open?.url !== url) {
      open?.transport.close();
      open = { url, transport: transportTo(url) };
    }
    return open.transport;
  };
  return {
    async send(mail) {
      const { smtpUrl, from, isUnreadable } = await way();
      if (isUnreadable) throw Object.assign(new Error("the mail server was encrypted with another SETTINGS_KEY"), { code: UNREADABLE });
      const composed = await compose(mail, from);
      if (smtpUrl) await transportOf(smtpUrl).sendMail(composed);
      else await putIntoOutbox(dataDir, mail.id, composed);
    },
    close: () => open?.transport.close(),
  };
}

function transportTo(url: string) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
  });
}
