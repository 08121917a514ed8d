import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { keyIn } from "../../../files/picture-store.ts";
import type { ImportPictures } from "./contract.ts";
import type { RowRange } from "../write-store.ts";

/** Pictures that may be waiting at once. Any others stay on their own servers. */
const MOST_WAITING = 200_000;
/** How often a server that does not answer is asked. */
const MOST_TRIES = 3;
/** Failures listed. */
const LISTED = 100;

/** Remembers the pictures of other servers that a batch of rows brought. */
export async function awaitPictures(tx: Db, { importId, from, to }: RowRange): Promise<void> {
  await tx.execute(sql`
    insert into product_picture (product_id, address, import_id)
    select distinct i.product_id, address, ${importId} from catalogue_import_row i, jsonb_array_elements_text(i.after -> 'image') address
    where i.import_id = ${importId} and i.no between ${from} and ${to} and i.outcome in ('added', 'changed') and address ilike 'https://%'
      and (select count(*) from product_picture where state = 'waiting') < ${MOST_WAITING}
    on conflict (product_id, address) do update set import_id = excluded.import_id, state = 'waiting', tries = 0, next_at = now()`);
}

/** The shop's own copies of pictures, by their address elsewhere. */
export async function readCopies(db: Db, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await db.execute<{ address: string; image: string }>(sql`
    select distinct on (f.address) f.address, f.image from product_picture f
    join picture p on p.key = ${keyIn(sql`f.image`)} and p.remove_at is null
    where f.address = any(${sql.param([...addresses])}) and f.state = 'fetched' order by f.address`);
  return new Map(rows.map(({ address, image }) => [address, image]));
}

/** The server of an address, without a user, the port and the point that may end its name. */
const host = sql`coalesce(substring(lower(address) from '^https://(?:[^/?#]*@)?([^/?#:]*[^/?#:.])'), '')`;

/**
 * Takes the next address whose picture is waiting, for all products that wait for it. If this process dies, another one takes it after two
 * minutes.
 * @param busy servers that are not asked now
 */
export async function takeNext(db: Db, busy: readonly string[] = []): Promise<{ address: string; host: string } | undefined> {
  const { rows } = await db.execute<{ address: string; host: string }>(sql`
    update product_picture p set next_at = now() + interval '2 minutes', tries = p.tries + 1
    from (
      select product_id, address, ${host} as host from product_picture where state = 'waiting' and address = (
        select address from product_picture where state = 'waiting' and next_at <= now()
          and ${host} <> all(${sql.param([...busy])}::text[])
        order by next_at limit 1 for update skip locked)
      for update skip locked) due
    where p.product_id = due.product_id and p.address = due.address
    returning p.address, due.host`);
  return rows[0];
}

/** Shows the shop's own copy wherever products show the picture at an address. @returns the products */
export async function showCopy(tx: Db, address: string, image: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update product set image = array_replace(image, ${address}, ${image}), updated_at = now()
    where id in (select product_id from product_picture where address = ${address}) and image @> array[${address}]::text[] returning id`);
  await tx.execute(sql`update product_picture set state = 'fetched', image = ${image}, problem = '' where address = ${address}`);
  return rows.map(({ id }) => id);
}

/** Notes why a picture could not be fetched. Some are tried again later. */
export async function noteFailure(db: Db, address: string, reason: string, mayHelpLater: boolean): Promise<void> {
  await db.execute(sql`
    update product_picture set problem = ${reason}, next_at = now() + tries * interval '10 minutes',
      state = case when ${mayHelpLater} and tries < ${MOST_TRIES} then 'waiting' else 'failed' end
    where address = ${address} and state = 'waiting'`);
}

/** The progress of an import's pictures, and which could not be fetched. */
export async function readPictures(db: Db, importId: string): Promise<ImportPictures> {
  const { rows: counts } = await db.execute<{ state: string; count: number }>(sql`
    select state, count(*)::int as count from product_picture where import_id = ${importId} group by state`);
  const count = (state: string) => counts.find((row) => row.state === state)?.count ?? 0;
  const { rows: failures } = await db.execute<ImportPictures["failures"][number]>(sql`
    select p.id as "productId", p.name, f.address, f.problem as reason from product_picture f join product p on p.id = f.product_id
    where f.import_id = ${importId} and f.state = 'failed' order by f.product_id, f.address limit ${LISTED}`);
  return { waiting: count("waiting"), fetched: count("fetched"), failed: count("failed"), failures };
}
