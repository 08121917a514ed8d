import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
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
export async function readMessagesOf(db: Db, userId: string): Promise<ContactMessage[]> {
  return db.select().from(contactMessages).where(eq(contactMessages.userId, userId)).orderBy(contactMessages.id);
}

export async function deleteMessagesOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(contactMessages).where(eq(contactMessages.userId, userId));
}
