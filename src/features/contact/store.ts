import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { users } from "../account/tables.ts";
import type { InboxList } from "./contract.ts";
import { contactMessages } from "./tables.ts";

export type ContactMessage = typeof contactMessages.$inferSelect;

export async function insertMessage(tx: Db, message: typeof contactMessages.$inferInsert): Promise<void> {
  await tx.insert(contactMessages).values(message);
}

/** A message; undefined if it was deleted. */
export async function readMessage(db: Db, id: string): Promise<ContactMessage | undefined> {
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  return row;
}

/** A person's messages, oldest first. */
export async function readMessagesOf(db: Db, userId: string): Promise<Omit<ContactMessage, "answeredBy">[]> {
  const { answeredBy: _, ...columns } = getTableColumns(contactMessages);
  return db.select(columns).from(contactMessages).where(eq(contactMessages.userId, userId)).orderBy(contactMessages.id);
}

export async function deleteMessagesOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(contactMessages).where(eq(contactMessages.userId, userId));
}

/** A message with the name of who answered it. */
export interface InboxRow {
  message: ContactMessage;
  answeredByName: string | null;
}

const isOpen = isNull(contactMessages.answeredAt);

const selectRows = (db: Db) =>
  db
    .select({ message: contactMessages, answeredByName: users.name })
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.answeredBy));

/** Open messages, the longest waiting first, or answered ones, the newest first, after the one with the id `before`. */
export function readInbox(db: Db, list: InboxList, before: string | undefined, limit: number): Promise<InboxRow[]> {
  const { id } = contactMessages;
  const after = before && (list === "open" ? gt(id, before) : lt(id, before));
  return selectRows(db)
    .where(and(list === "open" ? isOpen : isNotNull(contactMessages.answeredAt), after || undefined))
    .orderBy(list === "open" ? asc(id) : desc(id))
    .limit(limit);
}

export async function readInboxRow(db: Db, id: string): Promise<InboxRow | undefined> {
  const [row] = await selectRows(db).where(eq(contactMessages.id, id));
  return row;
}

/** How many messages are open. */
export const countOpen = (db: Db): Promise<number> => db.$count(contactMessages, isOpen);

/** Locks a message until the transaction ends. */
export async function lockMessage(tx: Db, id: string): Promise<ContactMessage | undefined> {
  const [row] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for("update");
  return row;
}

/** Marks a locked message as answered. @param answer what the shop emails; empty if it was answered elsewhere */
export async function noteAnswer(tx: Db, id: string, answeredBy: string, answer: string): Promise<void> {
  await tx
    .update(contactMessages)
    .set({ answeredAt: sql`now()`, answeredBy, answer })
    .where(eq(contactMessages.id, id));
}

/** Marks a locked message as open again. */
export async function removeAnswer(tx: Db, id: string): Promise<void> {
  await tx.update(contactMessages).set({ answeredAt: null, answeredBy: null }).where(eq(contactMessages.id, id));
}
