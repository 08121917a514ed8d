import { lt, sql } from "drizzle-orm";
import type pg from "pg";
import { EVERYTHING } from "./response-cache.ts";
import { noteDatabaseTime } from "../db/clock.ts";
import type { Database, Db } from "../db/connect.ts";
import { deleteInBatches } from "../db/delete-in-batches.ts";
import type { Mark, Position } from "../db/position.ts";
import { cacheChanges } from "../db/tables.ts";

const EVERY_MS = 400;
/** How long changes stay in the table. */
const STORED_MINUTES = 60;
/** A process that hasn't polled for this long may have missed changes. */
const TOO_LONG_MS = (STORED_MINUTES / 2) * 60_000;

/** Where processes announce that there are changes. Only a nudge: polling finds them in any case. */
const CHANNEL = "cache_change";

interface WatchOptions {
  /** Fails while responses can't be computed: after an outage, cached ones are not invalidated before they can be replaced. */
  canServe?: () => Promise<unknown>;
  /** Follows the changes, for the read replica. */
  position?: Position | undefined;
}

/**
 * Invalidates what other processes changed, and tracks the database's time: reads the `cache_change` table whenever a change is
 * announced, and regularly in case an announcement got lost.
 *
 * Rows don't become visible in the order of their numbers, so each poll asks for what the previous poll's snapshot could not see.
 * That way each change is reported once, however long other transactions take.
 * @param pool that keeps one connection for this; not through a transaction pooler, or announcements don't arrive
 * @param onFailure called with the first of failures in a row
 * @returns a function that ends the watch.
 */
export function watchInvalidations(
  pool: pg.Pool,
  onTags: (tags: string[]) => void,
  onFailure: (error: unknown) => void,
  { canServe = async () => {}, position }: WatchOptions = {},
): () => void {
  let client: pg.PoolClient | undefined;
  let seen: string | undefined;
  let lookedAt = performance.now();
  let timer: NodeJS.Timeout;
  let failing = false;
  let ended = false;
  let isLooking = false;
  let again = false;

  async function listen(): Promise<pg.PoolClient> {
    const fresh = await pool.connect();
    fresh.on("notification", () => {
      if (isLooking) again = true;
      else void look();
    });
    await fresh.query(`listen ${CHANNEL}`);
    // After a failover, only servers that took part in it have this row.
    if (position) await fresh.query(MARK);
    return fresh;
  }

  function letGo(): void {
    client?.release(true);
    client = undefined;
  }

  async function look(): Promise<void> {
    clearTimeout(timer);
    isLooking = true;
    again = false;
    const asked = performance.now();
    if (asked - lookedAt > TOO_LONG_MS) seen = undefined;
    try {
      client ??= await listen();
      const doubts = position?.doubts;
      const [{ rows }, place] = await Promise.all([
        client.query<{ snapshot: string; now: number; tags: string[] | null }>(LOOK, [seen ?? null]),
        // Some managed databases don't say. Then the primary answers everything.
        position && client.query<Mark & { isOld: boolean }>(PLACE).catch(() => undefined),
      ]);
      if (rows[0]) noteDatabaseTime(rows[0].now, asked);
      if (seen === undefined) await canServe();
      // Changes may have been missed at startup, after a failed poll or after a long pause.
      const tags = seen === undefined ? [EVERYTHING] : rows.flatMap((row) => row.tags ?? []);
      seen = rows[0]?.snapshot;
      lookedAt = asked;
      failing = false;
      const isUndisturbed = position?.doubts === doubts;
      if (tags.length > 0) onTags(tags);
      const mark = place?.rows[0];
      if (mark && isUndisturbed) position?.follow(mark, rows[0]?.tags !== null, asked);
      if (place && (!mark || mark.isOld)) await client.query(MARK);
    } catch (error) {
      letGo();
      seen = undefined;
      if (!failing && !ended) onFailure(error);
      failing = true;
    }
    isLooking = false;
    if (ended) letGo();
    else timer = setTimeout(look, again ? 0 : EVERY_MS).unref();
  }

  timer = setTimeout(look, 0).unref();
  return () => {
    ended = true;
    clearTimeout(timer);
    if (!isLooking) letGo();
  };
}

/** Announces the changes that this process commits, so that others don't wait for their next poll. */
export function announceInvalidations({ announce, onInvalidate }: Pick<Database, "announce" | "onInvalidate">): void {
  onInvalidate(() => announce(CHANNEL));
}

// The first condition uses the index, the second is exact.
const LOOK = `
  select pg_current_snapshot()::text as snapshot, (extract(epoch from clock_timestamp()) * 1000)::float8 as now, c.tags
  from (values ($1::pg_snapshot)) last (seen)
  left join cache_change c on c.xid >= pg_snapshot_xmin(last.seen) and not pg_visible_in_snapshot(c.xid, last.seen)`;

/** A change without tags, which only marks a position. */
const MARK = "insert into cache_change (tags) values ('{}')";

// Sent after LOOK: whatever that found was committed before this position.
const PLACE = `
  select pg_postmaster_start_time()::text as "startedAt", pg_current_wal_lsn()::text as lsn, xid::text, at::text,
    at < now() - make_interval(mins => ${STORED_MINUTES / 2}) as "isOld"
  from cache_change order by xid desc limit 1`;

/** Deletes the changes that every process has seen. */
export async function deleteOldInvalidations(db: Db): Promise<void> {
  await deleteInBatches(db, cacheChanges, lt(cacheChanges.at, sql`now() - make_interval(mins => ${STORED_MINUTES})`));
}
