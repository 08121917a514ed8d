import { lt, sql } from "drizzle-orm";
import type pg from "pg";
import { EVERYTHING } from "./response-cache.ts";
import type { Db } from "../db/connect.ts";
import { cacheChanges } from "../db/tables.ts";

const EVERY_MS = 400;
/** How long a change is told. */
const TOLD_MINUTES = 60;
/** A process that did not look for that long may have missed some. */
const TOO_LONG_MS = (TOLD_MINUTES / 2) * 60_000;

/**
 * Tells a process of what other processes of the shop changed, by looking into `cache_change` again and again.
 *
 * Rows become visible in another order than they were numbered, so a look asks for what the last look's snapshot could
 * not see: each change is told once, however long other transactions take.
 * @param pool the watch's own, so that news does not queue behind shoppers
 * @param onFailure called with the first of failures in a row
 * @returns a function that ends the watch.
 */
export function watchInvalidations(pool: pg.Pool, onTags: (tags: string[]) => void, onFailure: (error: unknown) => void): () => void {
  let seen: string | undefined;
  let lookedAt = 0;
  let timer: NodeJS.Timeout;
  let failing = false;
  let ended = false;

  async function look(): Promise<void> {
    if (Date.now() - lookedAt > TOO_LONG_MS) seen = undefined;
    try {
      const { rows } = await pool.query<{ snapshot: string; tags: string[] | null }>(LOOK, [seen ?? null]);
      // At first, behind a failed look and behind a long pause nobody knows what was missed.
      if (seen === undefined) onTags([EVERYTHING]);
      seen = rows[0]?.snapshot;
      lookedAt = Date.now();
      failing = false;
      const tags = rows.flatMap((row) => row.tags ?? []);
      if (tags.length > 0) onTags(tags);
    } catch (error) {
      seen = undefined;
      if (!failing && !ended) onFailure(error);
      failing = true;
    }
    if (!ended) timer = setTimeout(look, EVERY_MS).unref();
  }

  timer = setTimeout(look, 0).unref();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

// The first condition finds the rows by index, the second one is exact.
const LOOK = `
  select pg_current_snapshot()::text as snapshot, c.tags
  from (values ($1::pg_snapshot)) last (seen)
  left join cache_change c on c.xid >= pg_snapshot_xmin(last.seen) and not pg_visible_in_snapshot(c.xid, last.seen)`;

/** Forgets the changes that every process has been told. */
export async function deleteOldInvalidations(db: Db): Promise<void> {
  await db.delete(cacheChanges).where(lt(cacheChanges.at, sql`now() - make_interval(mins => ${TOLD_MINUTES})`));
}
