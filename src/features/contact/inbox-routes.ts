import type { FastifyInstance } from "fastify";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { noteChange } from "../audit/note-change.ts";
import * as contract from "./contract.ts";
import { emailAnswer } from "./emails.ts";
import { countOpen, lockMessage, noteAnswer, readInbox, readInboxRow, removeAnswer, setArchived, type InboxRow } from "./store.ts";

/** Messages per page. */
const PAGE = 20;
const HOUR = 60 * 60;

/** The messages to the shop, and answering them. */
export function inboxRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const answers = new RateLimit(shop, { name: "inbox-answer", tries: 120, seconds: HOUR });

  const messageOf = async (id: string): Promise<contract.InboxMessage> => {
    const row = await readInboxRow(database.db, id);
    if (!row) throw refuse.notFound(t("Message not found"));
    return toMessage(row);
  };

  serve(app, shop, contract.listMessages, async ({ input: { list, before } }) => {
    const [rows, open] = await Promise.all([readInbox(database.db, list, before, PAGE + 1), countOpen(database.db)]);
    const data = rows.slice(0, PAGE).map(toMessage);
    return { data, open, next: rows.length > PAGE ? data.at(-1)!._id : null };
  });

  serve(app, shop, contract.answerMessage, async ({ input: { _id, text }, visitor: { userId } }) => {
    if (text) await answers.count(userId);
    await database.transact(async (tx) => {
      const message = await lockMessage(tx, _id);
      if (!message) throw refuse.notFound(t("Message not found"));
      if (message.answeredAt) throw refuse.conflict(t("This message was already answered"));
      await noteAnswer(tx, _id, userId, text);
      if (text) await emailAnswer(tx, _id);
      await noteInbox(tx, userId, _id, text ? "answered" : "marked as answered");
    });
    return { data: await messageOf(_id), message: text ? t("Answer sent") : t("Marked as answered") };
  });

  serve(app, shop, contract.reopenMessage, async ({ input: { _id }, visitor: { userId } }) => {
    await database.transact(async (tx) => {
      const message = await lockMessage(tx, _id);
      if (!message) throw refuse.notFound(t("Message not found"));
      if (message.archivedAt) {
        await setArchived(tx, _id, false);
        return noteInbox(tx, userId, _id, "restored");
      }
      if (message.answer) throw refuse.conflict(t("This message was answered by email, so it stays answered"));
      if (!message.answeredAt) return;
      await removeAnswer(tx, _id);
      await noteInbox(tx, userId, _id, "reopened");
    });
    return { data: await messageOf(_id), message: t("Moved back to the inbox") };
  });

  serve(app, shop, contract.archiveMessage, async ({ input: { _id }, visitor: { userId } }) => {
    await database.transact(async (tx) => {
      const message = await lockMessage(tx, _id);
      if (!message) throw refuse.notFound(t("Message not found"));
      if (message.archivedAt) return;
      await setArchived(tx, _id, true);
      await noteInbox(tx, userId, _id, "archived");
    });
    return { data: await messageOf(_id), message: t("Message archived") };
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
