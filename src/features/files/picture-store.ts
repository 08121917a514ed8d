import { inArray, sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { pictures } from "./tables.ts";

/** Notes that a picture is sent, or sent again. Waits while it is being removed. */
export async function notePicture(db: Db, key: string): Promise<void> {
  await db
    .insert(pictures)
    .values({ key })
    .onConflictDoUpdate({ target: pictures.key, set: { sentAt: sql`now()` } });
}

/** Which of these pictures are there; nobody removes them until the transaction ends. */
export async function lockPictures(tx: Db, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await tx
    .select({ key: pictures.key })
    .from(pictures)
    .where(inArray(pictures.key, [...keys]))
    .orderBy(pictures.key)
    .for("key share");
  return rows.map(({ key }) => key);
}
