import { and, desc, eq, sql } from "drizzle-orm";
import type { Database, Db } from "#server/db/connect.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import type { Kind, Records, Store } from "./records.ts";
import { KEYS } from "./paypal/signature.ts";
import { sandboxState } from "./tables.ts";

/** A store in the shop's database: survives restarts, and is shared by all processes. */
export function databaseStore(database: Database): Store {
  return { transact: (work) => database.transact(({ tx }) => work(recordsIn(tx)), { prepare: true }) };
}

/** Deletes old payments, tokens and webhooks, but not the signing key. Such payments can no longer be refunded. */
export async function deleteOldSandboxState(db: Db): Promise<void> {
  await deleteInBatches(db, sandboxState, sql`${sandboxState.kind} <> ${KEYS.name} and ${sandboxState.at} < now() - interval '30 days'`);
}

const one = (kind: Kind<never>, id: string) => and(eq(sandboxState.kind, kind.name), eq(sandboxState.id, id));
/** Safe because only `put` writes, so values match their kind. */
const valueOf = <T extends object>(_kind: Kind<T>, value: unknown) => value as T;

function recordsIn(tx: Db): Records {
  return {
    async get(kind, id) {
      // A row that doesn't exist yet can't be locked.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${kind.name} ${id}`}, 0))`);
      const [found] = await tx.select({ value: sandboxState.value }).from(sandboxState).where(one(kind, id));
      return found && valueOf(kind, found.value);
    },
    async put(kind, id, value, at) {
      await tx
        .insert(sandboxState)
        .values({ kind: kind.name, id, value, at: at ?? new Date() })
        .onConflictDoUpdate({ target: [sandboxState.kind, sandboxState.id], set: { value, ...(at ? { at } : {}) } });
    },
    async remove(kind, id) {
      await tx.delete(sandboxState).where(one(kind, id));
    },
    async list(kind, like = {}, limit = 100) {
      const rows = await tx
        .select({ value: sandboxState.value })
        .from(sandboxState)
        .where(and(eq(sandboxState.kind, kind.name), sql`${sandboxState.value} @> ${JSON.stringify(like)}::jsonb`))
        .orderBy(desc(sandboxState.at))
        .limit(limit);
      return rows.map((row) => valueOf(kind, row.value));
    },
    async claim(kind, now, until) {
      const { rows } = await tx.execute<{ id: string; value: unknown }>(sql`
        update sandbox_state set at = ${until.toISOString()} where (kind, id) in (
          select kind, id from sandbox_state where kind = ${kind.name} and at <= ${now.toISOString()}
          order by at limit 1 for update skip locked)
        returning id, value`);
      const [due] = rows;
      return due && { id: due.id, value: valueOf(kind, due.value) };
    },
  };
}
