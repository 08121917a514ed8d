import { createTransport, type SendMailOptions } from "nodemailer";
import type { Config } from "../settings/config.ts";
import type { Letter } from "./email.ts";
import { putIntoOutbox } from "./outbox.ts";

/** A letter on its way. */
export interface Mail {
  /** The same at each try, so that a mail server that got it already can tell. */
  id: string;
  to: string;
  letter: Letter;
  /** Where an answer goes, if not to the shop. */
  replyTo?: { name: string; address: string };
}

/** Hands letters to a mail server, or puts them into the outbox. */
export interface Mailer {
  /**
   * @returns when the mail server has taken the letter
   * @throws when it is to be tried again
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** RFC 5321, 4.5.3.2.6: who gives up earlier may send twice what the server was just about to take. */
const ANSWER_WITHIN_MS = 10 * 60_000;
const CONNECT_WITHIN_MS = 15_000;

/** The mailer the settings ask for. Connects only when it first sends. */
export function openMailer({ mail: { smtpUrl, from }, publicUrl, dataDir }: Pick<Config, "mail" | "publicUrl" | "dataDir">): Mailer {
  const { hostname } = new URL(publicUrl);
  const compose = ({ id, to, letter: { subject, text, html }, replyTo }: Mail): SendMailOptions => ({
    from,
    // As an object: a text would be read as a list.
    to: { name: "", address: to },
    ...(replyTo && { replyTo }),
    subject,
    text,
    html,
    messageId: `<${id}@${hostname}>`,
    // Readable in the outbox, and no robot answers "out of office".
    textEncoding: "quoted-printable",
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  if (!smtpUrl) {
    return { send: (mail) => putIntoOutbox(dataDir, mail.id, compose(mail)), close() {} };
  }
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
  });
  return {
    send: async (mail) => void (await transport.sendMail(compose(mail))),
    close: () => transport.close(),
  };
}
