import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";
import { t } from "#words/t.ts";

/** The messages of the contact page (specification, section 9). */
export const messages = {
  get sent() {
    return t("Your message has been sent successfully!");
  },
  get refused() {
    return t("Failed to send message. Please try again.");
  },
  get failed() {
    return t("An error occurred. Please try again later.");
  },
  get needsLogin() {
    return t("You must be logged in to access the contact form.");
  },
} as const;

/** A valid email address has a top-level domain of 2 to 24 letters (STAT-5). */
export const CONTACT_EMAIL = /^[\w.%+'-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,24}$/i;

/** Longest message, in characters. */
export const MESSAGE_MAX = 5000;

export const sendMessage = endpoint({
  method: "POST",
  path: "/api/contactus",
  access: "user",
  summary: "Send a message to the shop",
  bodyLimit: 64 * 1024,
  input: z.object({
    name: line(100),
    email: z
      .string()
      .check(z.trim(), z.minLength(1, "is required"), z.maxLength(254), z.regex(CONTACT_EMAIL, "is not a valid email address")),
    subject: line(150),
    message: z.string().check(z.trim(), z.minLength(1, "is required"), z.maxLength(MESSAGE_MAX)),
    /** Specified, but ignored, since the access token says who writes. */
    userId: z.optional(id),
  }),
  reply: z.object({}),
});

const inboxMessage = z.object({
  _id: id,
  /** Who wrote it; their account may have another name. */
  userId: id,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: z.iso.datetime(),
  /** Null while it is open. */
  answered: z.nullable(
    z.object({
      at: z.iso.datetime(),
      by: z.object({ _id: id, name: z.string() }),
      /** What the shop emailed; empty if it was answered elsewhere. */
      text: z.string(),
    }),
  ),
  archived: z.boolean(),
});
export type InboxMessage = z.output<typeof inboxMessage>;

/** The lists of the inbox. */
export const INBOX_LISTS = ["open", "answered", "archived"] as const;
export type InboxList = (typeof INBOX_LISTS)[number];

export const listMessages = endpoint({
  method: "GET",
  path: "/api/inbox",
  access: "manager",
  summary: "Messages to the shop, 20 a page: open ones oldest first, answered or archived ones newest first; how many are open",
  input: z.object({
    list: z._default(z.enum(INBOX_LISTS), "open"),
    /** `next` of the previous page. */
    before: z.optional(id),
  }),
  reply: z.object({
    data: z.array(inboxMessage),
    open: z.int(),
    /** Send it as `before` for the next page; null on the last one. */
    next: z.nullable(id),
  }),
});

export const answerMessage = endpoint({
  method: "POST",
  path: "/api/inbox/answer",
  access: "manager",
  summary: "Email an answer from the shop, or mark a message as answered elsewhere if `text` is empty; 409 if someone else answered it",
  bodyLimit: 64 * 1024,
  input: z.object({ _id: id, text: z.string().check(z.trim(), z.maxLength(MESSAGE_MAX)) }),
  reply: z.object({ data: inboxMessage }),
});

export const reopenMessage = endpoint({
  method: "POST",
  path: "/api/inbox/reopen",
  access: "manager",
  summary: "Move a message back from the archive, or mark it as open again unless the shop emailed an answer",
  input: z.object({ _id: id }),
  reply: z.object({ data: inboxMessage }),
});

export const archiveMessage = endpoint({
  method: "POST",
  path: "/api/inbox/archive",
  access: "manager",
  summary: "Put a message away, answered or not",
  input: z.object({ _id: id }),
  reply: z.object({ data: inboxMessage }),
});
