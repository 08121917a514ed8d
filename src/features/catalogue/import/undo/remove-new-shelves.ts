import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "#server/db/connect.ts";
import { noteChanges } from "../../../audit/note-change.ts";
import { isRecorded, textsAtOnce } from "../../../audit/store.ts";
import { tagsOf } from "../../tags.ts";

interface Removed {
  id: string;
  name: string;
  image: string;
  version: number;
}

/** What still keeps a shelf `s`. */
const USES = {
  subCategory: sql`select from product_sub_category l join product p on p.id = l.product_id where l.sub_category_id = s.id and p.deleted_at is null`,
  category: sql`
    select from product_category l join product p on p.id = l.product_id where l.category_id = s.id and p.deleted_at is null
    union all
    select from sub_category_category l join sub_category c on c.id = l.sub_category_id where l.category_id = s.id and c.deleted_at is null`,
} as const satisfies Record<string, SQL>;

/**
 * Deletes the shelves that an import created and that are empty once it is undone. Imports record no change of a shelf, so those with a
 * record were added or changed by somebody, and stay.
 */
export async function removeNewShelves({ tx, invalidate }: Transaction, importId: string, by: string): Promise<void> {
  // Subcategories first, since a category that has one is not empty.
  for (const kind of ["subCategory", "category"] as const) {
    const shelf = sql.identifier(kind === "category" ? "category" : "sub_category");
    const { rows: created } = await tx.execute<{ id: string }>(sql`
      select s.id from ${shelf} s
      where s.deleted_at is null and s.created_at >= (select created_at from catalogue_import where id = ${importId})
        and lower(s.name) in (${textsAtOnce(importId, kind)}) and not ${isRecorded(kind, sql`s.id`)}
      order by s.id for update of s`);
    // Separate from the lock, which waits for those who put products on a shelf.
    const { rows: removed } = await tx.execute<Removed & Record<string, unknown>>(sql`
      update ${shelf} s set deleted_at = now(), version = s.version + 1
      where s.id = any(${sql.param(created.map(({ id }) => id))}::text[]) and not exists (${USES[kind]})
      returning s.id, s.name, s.image, s.version`);
    if (removed.length === 0) continue;
    invalidate(tagsOf.shelves);
    await noteChanges(
      tx,
      by,
      removed.map(({ id, name, image, version }) => ({
        ...({ kind, thingId: id, thingName: name, action: "deleted" } as const),
        before: { name, image },
        version,
      })),
    );
  }
}
