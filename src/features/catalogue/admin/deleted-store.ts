import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { nameOfDeleter } from "../../audit/store.ts";
import type { Page } from "../store.ts";
import { RESTORE_DAYS, type CatalogueKind, type DeletedThing } from "./contract.ts";

const within = sql`make_interval(days => ${RESTORE_DAYS})`;
const recent = sql`deleted_at > now() - ${within}`;

/** Deleted items that can still be restored, newest first. */
export async function readDeleted(
  db: Db,
  where: { kind?: CatalogueKind | undefined; page: number },
  limit: number,
): Promise<Page<DeletedThing>> {
  const deleted = sql`(
    select id, 'category' as kind, name, name_es, image, deleted_at from category where ${recent}
    union all select id, 'subCategory', name, name_es, image, deleted_at from sub_category where ${recent}
    union all select id, 'product', name, name_es, coalesce(image[1], ''), deleted_at from product where ${recent}) t
    where ${where.kind ? sql`kind = ${where.kind}` : sql`true`}`;
  const { rows } = await db.execute<Omit<DeletedThing, "deletedAt" | "until"> & { name_es: string; deletedAt: Date; until: Date }>(sql`
    select id as "_id", kind, name, name_es, image, deleted_at as "deletedAt", deleted_at + ${within} as until,
      ${nameOfDeleter(sql`t.kind`, sql`t.id`)} as by
    from ${deleted} order by deleted_at desc, id limit ${limit} offset ${(where.page - 1) * limit}`);
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total from ${deleted}`);
  return {
    rows: rows.map(({ name_es: nameEs, ...row }) => ({
      ...row,
      ...(nameEs !== "" && { name_es: nameEs }),
      deletedAt: new Date(row.deletedAt).toISOString(),
      until: new Date(row.until).toISOString(),
    })),
    total: counted[0]!.total,
  };
}
