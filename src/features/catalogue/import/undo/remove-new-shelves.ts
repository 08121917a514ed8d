import type { Transaction } from "#server/db/connect.ts";
import { noteChanges } from "../../../audit/note-change.ts";
import { tagsOf } from "../../tags.ts";
import { deleteEmptyShelves, lockNewShelves } from "./shelf-store.ts";

/** Deletes the shelves that an import created and that are empty once it is undone. */
export async function removeNewShelves({ tx, invalidate }: Transaction, importId: string, by: string): Promise<void> {
  // Subcategories first, since a category that has one is not empty.
  for (const kind of ["subCategory", "category"] as const) {
    // Locked by a statement of their own, which waits for those who put products on a shelf.
    const created = await lockNewShelves(tx, kind, importId);
    const removed = await deleteEmptyShelves(tx, kind, created);
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
