import type pg from "pg";
import { EVERYTHING } from "../kept.ts";

const EVERY_MS = 400;

/**
 * Tells a process of what other processes of the shop changed, by looking into `cache_change` again and again.
 *
 * Rows become visible in another order than they were numbered, so a look asks for everything that was not yet
 * finished at the last look (`xmin` of its snapshot). Tags seen twice are dropped twice, which does no harm.
 * @returns a function that ends the watch.
 */
export function watchChanges(pool: pg.Pool, onTags: (tags: string[]) => void): () => void {
  let since: string | undefined;
  let timer: NodeJS.Timeout;
  let ended = false;

  async function look(): Promise<void> {
    try {
      const { rows } = await pool.query<{ xmin: string; tags: string[] | null }>(LOOK, [since ?? null]);
      // Behind a failed look or a cleaned table nobody knows what was missed.
      if (since === undefined) onTags([EVERYTHING]);
      since = rows[0]?.xmin;
      const tags = rows.flatMap((row) => row.tags ?? []);
      if (tags.length > 0) onTags(tags);
    } catch {
      since = undefined; // the database is away; requests say so
    }
    if (!ended) timer = setTimeout(look, EVERY_MS).unref();
  }

  timer = setTimeout(look, 0).unref();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

const LOOK = `
  select s.xmin::text as xmin, c.tags
  from (select pg_snapshot_xmin(pg_current_snapshot()) as xmin) s
  left join cache_change c on c.xid >= $1::xid8`;
