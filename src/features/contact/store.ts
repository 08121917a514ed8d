import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, sql, type SQL } from "drizzle-orm";
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
export async function readMessagesOf(db: Db, userId: string): Promise<Omit<ContactMessage, "answeredBy" | "archivedAt">[]> {
  const { answeredBy: _by, archivedAt: _at, ...columns } = getTableColumns(contactMessages);
  return db.select(columns).from(contactMessages).where(eq(contactMessages.userId, userId)).orderBy(contactMessages.id);
}

export async function deleteMessagesOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(contactMessages).where(eq(contactMessages.userId, userId));
}

/** A message with the name of the person who answered it. */
export interface InboxRow {
  message: ContactMessage;
  answeredByName: string | null;
}

const { answeredAt, archivedAt } = contactMessages;
const isOpen = and(isNull(answeredAt), isNull(archivedAt));
const IN_LIST = {
  open: isOpen,
  answered: and(isNotNull(answeredAt), isNull(archivedAt)),
  archived: isNotNull(archivedAt),
} as const satisfies Record<InboxList, SQL | undefined>;

const selectRows = (db: Db) =>
  db
    .select({ message: contactMessages, answeredByName: users.name })
    .from(contactMessages)
    .leftJoin(users, eq(users.id, contactMessages.answeredBy));

/** Open messages, the longest waiting first, or those of another list, the newest first, after the one with the id `before`. */
export function readInbox(db: Db, list: InboxList, before: string | undefined, limit: number): Promise<InboxRow[]> {
  const { id } = contactMessages;
  const after = before && (list === "open" ? gt(id, before) : lt(id, before));
  return selectRows(db)
    .where(and(IN_LIST[list], after || undefined))
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
    .set({ answeredAt: sql`now()`, answeredBy, answer, archivedAt: null })
    .where(eq(contactMessages.id, id));
}

/** Marks a locked message as open again. */
export async function removeAnswer(tx: Db, id: string): Promise<void> {
  await tx.update(contactMessages).set({ answeredAt: null, answeredBy: null }).where(eq(contactMessages.id, id));
}

/** Puts a message away, or moves it back. */
export async function setArchived(tx: Db, id: string, archived: boolean): Promise<void> {
  await tx
    .update(contactMessages)
    .set({ archivedAt: archived ? sql`now()` : null })
    .where(eq(contactMessages.id, id));
}
