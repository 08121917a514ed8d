import type { FastifyInstance } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { pageOf } from "#server/http/page-of.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../audit/note-change.ts";
import * as contract from "./contract.ts";
import { emailAnswer } from "./emails.ts";
import {
  countOpen,
  lockMessage,
  noteAnswer,
  readInbox,
  readInboxRow,
  removeAnswer,
  setArchived,
  type ContactMessage,
  type InboxRow,
} from "./store.ts";

/** Messages per page. */
const PAGE = 20;
const HOUR = 60 * 60;

/** The messages to the shop, and answering them. */
export function inboxRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const answers = new RateLimit(shop, { name: "inbox-answer", tries: 120, seconds: HOUR });

  /** Changes a locked message, with the commit. @returns it as it is then */
  const change = async (id: string, allowed: Promise<void> | undefined, work: (tx: Db, message: ContactMessage) => Promise<unknown>[]) => {
    const changed = await database.transact(async ({ tx, withCommit }) => {
      const [message] = await Promise.all([lockMessage(tx, id), allowed]);
      if (!message) throw refuse.notFound(t("Message not found"));
      return withCommit(...work(tx, message), readInboxRow(tx, id));
    });
    return toMessage(changed!); // locked, so it is there
  };

  serve(app, shop, contract.listMessages, async ({ input: { list, before } }) => {
    const [rows, open] = await Promise.all([readInbox(database.db, list, before, PAGE + 1), countOpen(database.db)]);
    return { ...pageOf(rows.map(toMessage), PAGE), open };
  });

  serve(app, shop, contract.answerMessage, async ({ input: { _id, text }, visitor: { userId } }) => {
    const allowed = text ? awaitedLater(answers.count(userId)) : undefined;
    const data = await change(_id, allowed, (tx, message) => {
      if (message.answeredAt) throw refuse.conflict(t("This message was already answered"));
      const noted = noteInbox(tx, userId, _id, text ? "answered" : "marked as answered");
      return [noteAnswer(tx, _id, userId, text), noted, ...(text ? [emailAnswer(tx, _id)] : [])];
    });
    return { data, message: text ? t("Answer sent") : t("Marked as answered") };
  });

  serve(app, shop, contract.reopenMessage, async ({ input: { _id }, visitor: { userId } }) => {
    const data = await change(_id, undefined, (tx, message) => {
      if (message.archivedAt) return [setArchived(tx, _id, false), noteInbox(tx, userId, _id, "restored")];
      if (message.answer) throw refuse.conflict(t("This message was answered by email, so it stays answered"));
      return message.answeredAt ? [removeAnswer(tx, _id), noteInbox(tx, userId, _id, "reopened")] : [];
    });
    return { data, message: t("Moved back to the inbox") };
  });

  serve(app, shop, contract.archiveMessage, async ({ input: { _id }, visitor: { userId } }) => {
    const data = await change(_id, undefined, (tx, message) =>
      message.archivedAt ? [] : [setArchived(tx, _id, true), noteInbox(tx, userId, _id, "archived")],
    );
    return { data, message: t("Message archived") };
  });
}

/** Records what was done with a message, without its text: the record outlives the message. */
function noteInbox(tx: Db, byId: string, messageId: string, action: string): Promise<void> {
  return noteChange(tx, byId, { kind: "message", thingId: messageId, thingName: "a message", action });
}

function toMessage({ message: row, answeredByName }: InboxRow): contract.InboxMessage {
  const { id, userId, name, email, subject, message, createdAt, answeredAt, answeredBy, answer, archivedAt } = row;
  return {
    _id: id,
    userId,
    name,
    email,
    subject,
    message,
    createdAt: createdAt.toISOString(),
    answered:
      answeredAt && answeredBy ? { at: answeredAt.toISOString(), by: { _id: answeredBy, name: answeredByName ?? "" }, text: answer } : null,
    archived: archivedAt !== null,
  };
}
