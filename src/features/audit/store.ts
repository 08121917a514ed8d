import { and, count, desc, eq, gt, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import { literals } from "#server/db/literals.ts";
import { startOfDay } from "#server/db/start-of-day.ts";
import { users } from "../account/tables.ts";
import { AUDITED, UNDO_DAYS, type AdminChange, type AuditedKind } from "./contract.ts";
import { BY_IMPORT } from "./rules.ts";
import { adminChanges } from "./tables.ts";

/** How long changes are stored. */
const STORED_FOR = sql`interval '2 years'`;
/**
 * See {@link UNDO_DAYS}. The changes that a command made to each product are stored no longer than that, since it may run
 * every night.
 */
export const UNDO_FOR = sql.raw(`interval '${UNDO_DAYS} days'`);

export type StoredChange = Omit<typeof adminChanges.$inferSelect, "at">;

/** Inserts all changes in one statement. */
export async function insertChanges(tx: Db, rows: readonly StoredChange[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into admin_change (id, by_id, kind, thing_id, thing_name, action, before, after, version, change_id)
    select "id", "byId", "kind", "thingId", "thingName", "action", "before", "after", "version", "changeId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      "id" text, "byId" text, "kind" text, "thingId" text, "thingName" text, "action" text, "before" jsonb, "after" jsonb,
      "version" int, "changeId" text)`);
}

/** Stands for a person in changes made by the command that imports products. */
export const COMMAND = "catalogue:import";

interface WantedChanges {
  kinds: readonly AuditedKind[];
  /** Id of a thing. */
  id?: string | undefined;
  by?: string | undefined;
  day?: { day: string; timeZone: string } | undefined;
  before?: string | undefined;
}

/** Changes, newest first, starting after the id `before`. */
export async function readChanges(db: Db, { kinds, id, by, day, before }: WantedChanges, limit: number): Promise<AdminChange[]> {
  const { byId, ...columns } = fields;
  const rows = await db
    .select({ ...columns, byId, byName: users.name })
    .from(adminChanges)
    .leftJoin(users, eq(users.id, adminChanges.byId))
    .where(
      and(
        kinds.length === AUDITED.length ? undefined : inArray(adminChanges.kind, [...kinds]),
        id === undefined ? undefined : eq(adminChanges.thingId, id),
        by === undefined ? undefined : eq(adminChanges.byId, by),
        day && gte(adminChanges.at, startOfDay(day.day, day.timeZone)),
        day && lt(adminChanges.at, startOfDay(day.day, day.timeZone, 1)),
        before === undefined ? undefined : lt(adminChanges.id, before),
      ),
    )
    .orderBy(desc(adminChanges.id))
    .limit(limit);
  return rows.map(({ at, byId: _id, byName, ...row }) => ({ ...row, at: at.toISOString(), by: { _id, name: byName ?? COMMAND } }));
}

/**
 * The last bulk change of a kind within 30 days, by anyone. Imports are not among them: they are undone as a whole. Walks from change to change,
 * since others may be made while an import is written.
 */
export async function readLastBulk(
  db: Db,
  kind: AuditedKind,
): Promise<{ changeId: string; at: string; by: string; action: string; count: number } | null> {
  const bulk = sql`select * from admin_change where kind = ${kind} and change_id is not null and at > now() - ${UNDO_FOR}`;
  const { rows } = await db.execute<{ changeId: string; at: string | Date; by: string | null; action: string; count: number }>(sql`
    with recursive c as (
      (${bulk} order by change_id desc limit 1)
      union all
      select earlier.* from c cross join lateral (${bulk} and change_id < c.change_id order by change_id desc limit 1) earlier
      where c.action in (${literals(BY_IMPORT)}))
    select c.change_id as "changeId", c.at, u.name as by, c.action,
      (select count(*)::int from admin_change one where one.change_id = c.change_id) as count
    from c left join user_account u on u.id = c.by_id where c.action not in (${literals(BY_IMPORT)})`);
  const [last] = rows;
  return last ? { ...last, by: last.by ?? COMMAND, at: new Date(last.at).toISOString() } : null;
}

/** SQL for the name of the person who deleted the thing of this kind and id; empty if unknown. */
export const nameOfDeleter = (kind: SQL, id: SQL): SQL => sql`coalesce((
  select u.name from admin_change c join user_account u on u.id = c.by_id
  where c.kind = ${kind} and c.thing_id = ${id} and c.action = 'deleted' order by c.id desc limit 1), '')`;

/** Most people listed. */
const MOST_CHANGERS = 200;

/** Everyone who changed something, by name; found by hopping through the index from one person to the next. */
export async function readChangers(db: Db): Promise<{ _id: string; name: string }[]> {
  const { rows } = await db.execute<{ _id: string; name: string }>(sql`
    with recursive changer (id) as (
      (select min(by_id) from admin_change)
      union all
      select (select min(c.by_id) from admin_change c where c.by_id > changer.id) from changer where changer.id is not null)
    select u.id as "_id", u.name from changer join user_account u using (id) order by u.name, u.id limit ${MOST_CHANGERS}`);
  return rows;
}

const fields = {
  _id: adminChanges.id,
  at: adminChanges.at,
  byId: adminChanges.byId,
  kind: adminChanges.kind,
  thingId: adminChanges.thingId,
  thingName: adminChanges.thingName,
  action: adminChanges.action,
  before: adminChanges.before,
  after: adminChanges.after,
  changeId: adminChanges.changeId,
};

/** SQL for an array of the ids of the things that were changed at once. @param except actions whose things are left out */
export const thingsAtOnce = (changeId: string, except: readonly string[]): SQL => sql`array(
  select thing_id from admin_change where change_id = ${changeId} and action <> all (${sql.param([...except])}::text[]))`;

/**
 * SQL for the things that were changed at once, each with an array of the ids that some fields held before: lists of named things. It is null
 * where a field did not change. @param except as in {@link thingsAtOnce}
 */
export const listsAtOnce = (changeId: string, except: readonly string[], fields: readonly string[]): SQL => sql`
  select thing_id as id, ${sql.join(fields.map(idsBefore), sql`, `)}
  from admin_change where change_id = ${changeId} and action <> all (${sql.param([...except])}::text[])`;

const idsBefore = (field: string) => sql`case when before ? ${field}::text
  then array(select named ->> '_id' from jsonb_array_elements(before -> ${field}::text) named) end as ${sql.identifier(field)}`;

/** Changes that were made at once, in their original order, starting after an id. */
export async function readNextAtOnce(db: Db, changeId: string, after: string, limit: number): Promise<StoredChange[]> {
  return db
    .select()
    .from(adminChanges)
    .where(and(eq(adminChanges.changeId, changeId), gt(adminChanges.id, after)))
    .orderBy(adminChanges.id)
    .limit(limit);
}

/** SQL for the texts, in lower case, that changes made at once put into a field that is a list, such as the names of shelves. */
export const textsAtOnce = (changeId: string, field: string): SQL => sql`
  select distinct lower(n.text) from admin_change a, jsonb_array_elements_text(a.after -> ${field}::text) n (text) where a.change_id = ${changeId}`;

/** SQL for whether any change of a thing is recorded. @param thingId SQL for its id */
export const isRecorded = (kind: AuditedKind, thingId: SQL): SQL => sql`
  exists (select from admin_change a where a.kind = ${kind} and a.thing_id = ${thingId})`;

/** Number of changes that were made at once, by what was done. */
export async function countAtOnce(db: Db, changeId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ action: adminChanges.action, count: count() })
    .from(adminChanges)
    .where(eq(adminChanges.changeId, changeId))
    .groupBy(adminChanges.action);
  return new Map(rows.map((row) => [row.action, row.count]));
}

/** Removes a field from the recorded changes of some things. @param ids a query for their ids */
export async function forgetField(tx: Db, kind: AuditedKind, ids: SQL, field: string): Promise<void> {
  await tx.execute(sql`
    update admin_change set before = before - ${field}::text, after = after - ${field}::text
    where kind = ${kind} and thing_id in (${ids}) and (before ? ${field} or after ? ${field})`);
}

/** Overwrites a thing's name in all its recorded changes. */
export async function forgetName(tx: Db, kind: AuditedKind, thingId: string, instead: string): Promise<void> {
  await tx
    .update(adminChanges)
    .set({ thingName: instead })
    .where(and(eq(adminChanges.kind, kind), eq(adminChanges.thingId, thingId)));
}

/** Overwrites the name of all things with this name, ignoring case. */
export async function forgetThingsNamed(tx: Db, kind: AuditedKind, name: string, instead: string): Promise<void> {
  await tx
    .update(adminChanges)
    .set({ thingName: instead })
    .where(and(eq(adminChanges.kind, kind), sql`lower(${adminChanges.thingName}) = lower(${name})`));
}

/** Deletes changes that are too old. */
export async function deleteOldAdminChanges(db: Db): Promise<void> {
  await deleteInBatches(db, adminChanges, lt(adminChanges.at, sql`now() - ${STORED_FOR}`));
  // Ids begin with the time, and an index has them by person.
  const from = sql`lpad(to_hex((extract(epoch from now() - ${UNDO_FOR}) * 1000)::bigint), 12, '0')`;
  await deleteInBatches(db, adminChanges, sql`by_id is null and id < ${from} and kind = 'product'`);
}
