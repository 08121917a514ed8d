import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, gt, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { users } from "../account/tables.ts";
import type { List } from "./contract.ts";
import { complaints, sheetCounters } from "./tables.ts";

export type StoredComplaint = typeof complaints.$inferSelect;
export type NewComplaint = Omit<typeof complaints.$inferInsert, "year" | "serial">;

/** Locks the counter of a year, so that sheets are numbered one after the other. @returns the last number given */
export async function lockCounter(tx: Db, year: number): Promise<number> {
  const { rows } = await tx.execute<{ last: number }>(sql`
    insert into complaint_counter as counter (year, last) values (${year}, 0)
    on conflict (year) do update set last = counter.last
    returning last`);
  return rows[0]!.last; // one row
}

/** Stores a sheet under the next number; the counter must be locked. */
export async function insertComplaint(tx: Db, numbered: { year: number; serial: number }, complaint: NewComplaint): Promise<void> {
  await Promise.all([
    tx.update(sheetCounters).set({ last: numbered.serial }).where(eq(sheetCounters.year, numbered.year)),
    tx.insert(complaints).values({ ...complaint, ...numbered }),
  ]);
}

/** The sheet filed with an `Idempotency-Key`. */
export async function readByRequestKey(db: Db, requestKey: string): Promise<StoredComplaint | undefined> {
  const [found] = await db.select().from(complaints).where(eq(complaints.requestKey, requestKey));
  return found;
}

export async function readComplaint(db: Db, id: string): Promise<StoredComplaint | undefined> {
  const [found] = await db.select().from(complaints).where(eq(complaints.id, id));
  return found;
}

/** A complaint with the name of the person who answered it. */
export async function readWithAnswerer(db: Db, id: string): Promise<{ complaint: StoredComplaint; by: string | null } | undefined> {
  const [found] = await db
    .select({ complaint: complaints, by: users.name })
    .from(complaints)
    .leftJoin(users, eq(users.id, complaints.answeredBy))
    .where(eq(complaints.id, id));
  return found;
}

export async function readByKey(db: Db, key: string): Promise<StoredComplaint | undefined> {
  const [found] = await db.select().from(complaints).where(eq(complaints.key, key));
  return found;
}

const isOpen = isNull(complaints.answeredAt);
const IN_LIST = { open: isOpen, answered: isNotNull(complaints.answeredAt) } as const satisfies Record<List, SQL>;

/** Open complaints, the first to be answered first, or answered ones, the newest first, after the one with the id `before`. */
export function readList(db: Db, list: List, before: string | undefined, limit: number): Promise<StoredComplaint[]> {
  const { id } = complaints;
  const after = before && (list === "open" ? gt(id, before) : lt(id, before));
  return db
    .select()
    .from(complaints)
    .where(and(IN_LIST[list], after || undefined))
    .orderBy(list === "open" ? asc(id) : desc(id))
    .limit(limit);
}

/** All complaints, the newest first, before the one with an id. */
export function readAll(db: Db, before: string | undefined, limit: number): Promise<StoredComplaint[]> {
  return db
    .select()
    .from(complaints)
    .where(before ? lt(complaints.id, before) : undefined)
    .orderBy(desc(complaints.id))
    .limit(limit);
}

/** How many complaints wait for an answer, and how many of them were due before today. */
export async function readWaiting(db: Db, today: string): Promise<{ open: number; overdue: number }> {
  const [counted] = await db
    .select({
      open: sql<number>`count(*)::int`,
      overdue: sql<number>`(count(*) filter (where ${complaints.dueOn} < ${today}))::int`,
    })
    .from(complaints)
    .where(isOpen);
  return counted!; // one row
}

/** Locks a complaint until the transaction ends. */
export async function lockComplaint(tx: Db, id: string): Promise<StoredComplaint | undefined> {
  const [found] = await tx.select().from(complaints).where(eq(complaints.id, id)).for("update");
  return found;
}

/** Records the answer to a locked complaint. */
export async function noteAnswer(tx: Db, id: string, answeredBy: string, answer: string): Promise<void> {
  await tx
    .update(complaints)
    .set({ answeredAt: sql`now()`, answeredBy, answer })
    .where(eq(complaints.id, id));
}

/** Open complaints that the shop wasn't reminded of. */
export function readUnreminded(db: Db): Promise<{ id: string; dueOn: string }[]> {
  return db
    .select({ id: complaints.id, dueOn: complaints.dueOn })
    .from(complaints)
    .where(and(isOpen, isNull(complaints.remindedAt)));
}

/** Records that the shop is reminded. @returns the ids of those that are still open and had no reminder */
export async function noteReminded(tx: Db, ids: readonly string[]): Promise<string[]> {
  const noted = await tx
    .update(complaints)
    .set({ remindedAt: sql`now()` })
    .where(and(inArray(complaints.id, [...ids]), isOpen, isNull(complaints.remindedAt)))
    .returning({ id: complaints.id });
  return noted.map(({ id }) => id);
}

/** Open ones of these complaints, the first to be answered first. */
export function readOpen(db: Db, ids: readonly string[]): Promise<StoredComplaint[]> {
  return db
    .select()
    .from(complaints)
    .where(and(inArray(complaints.id, [...ids]), isOpen))
    .orderBy(asc(complaints.id));
}

/** The complaints filed with an email address, oldest first. @param email SQL for it */
export function readComplaintsOf(db: Db, email: SQL): Promise<StoredComplaint[]> {
  return db
    .select()
    .from(complaints)
    .where(sql`lower(${complaints.email}) = lower(${email})`)
    .orderBy(asc(complaints.id));
}

/** Deletes complaints answered two years ago: the law requires sheets to be stored that long. The privacy policy says so, too. */
export async function deleteOldComplaints(db: Db): Promise<void> {
  await deleteInBatches(db, complaints, lt(complaints.answeredAt, sql`now() - interval '2 years'`));
}
