import { eq } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { contactMessages } from "./tables.ts";

export type ContactMessage = typeof contactMessages.$inferSelect;

/** Keeps what a person wrote to the shop. */
export async function insertMessage(tx: Db, message: typeof contactMessages.$inferInsert): Promise<void> {
  await tx.insert(contactMessages).values(message);
}

/** A message, or undefined when there is none (any more). */
export async function readMessage(db: Db, id: string): Promise<ContactMessage | undefined> {
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  return row;
}

/** What a person wrote, newest last. */
export async function readMessagesOf(db: Db, userId: string): Promise<ContactMessage[]> {
  return db.select().from(contactMessages).where(eq(contactMessages.userId, userId)).orderBy(contactMessages.id);
}

/** Forgets what a person wrote. */
export async function deleteMessagesOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(contactMessages).where(eq(contactMessages.userId, userId));
}
