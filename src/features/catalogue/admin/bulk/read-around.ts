import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { BY_IMPORT } from "../../../audit/rules.ts";
import { listsAtOnce, thingsAtOnce } from "../../../audit/store.ts";
import { readAllForIndex } from "../../../search/engine/index-products.ts";
import { movedTo } from "../../../search/engine/index-store.ts";
import type { ShelfKind } from "../../shelf-tables.ts";
import * as store from "../product-store.ts";
import { lockShelves, type Named } from "../shelves/shelf-store.ts";
import type { Asked } from "./plan-change.ts";

/** What a change of many products may depend on: lists of ids, or SQL for them. */
interface Wanted extends Record<ShelfKind, store.Ids> {
  ids: store.Ids;
  /** SQL for products that move, see {@link movedTo}; undefined if none does. */
  moves: SQL | undefined;
}

/** Fields that decide where a product is found, or by which words. */
const MOVES = ["category", "subCategory", "hidden", "deleted", "name_es", "unit_es", "description_es"] as const;

/** Whether a change concerns the search index, which contains neither numbers nor products that shoppers cannot see. */
export const isMove = (change: Partial<Record<(typeof MOVES)[number], unknown>>): boolean =>
  MOVES.some((field) => change[field] !== undefined);

export function wantedBy(changes: readonly Pick<Asked, "_id" | (typeof MOVES)[number]>[]): Wanted {
  const shelves = (kind: ShelfKind) => [...new Set(changes.flatMap((change) => change[kind] ?? []))];
  const moved = changes.filter((change) => isMove(change));
  return {
    ids: changes.map(({ _id }) => _id),
    category: shelves("category"),
    subCategory: shelves("subCategory"),
    moves: moved.length > 0 ? movedTo(moved.map(({ _id: id, category, subCategory }) => ({ id, category, subCategory }))) : undefined,
  };
}

/** What undoing a change of many products depends on. */
export function wantedToUndo(changeId: string): Wanted {
  const moves = listsAtOnce(changeId, BY_IMPORT, ["category", "subCategory"]);
  const shelves = (kind: ShelfKind) => sql`array(select distinct unnest(${sql.identifier(kind)}) from (${moves}) l)`;
  return { ids: thingsAtOnce(changeId, BY_IMPORT), category: shelves("category"), subCategory: shelves("subCategory"), moves };
}

/** What a change of many products depends on. */
export interface Around extends Record<ShelfKind, readonly Named[]> {
  products: readonly store.LockedProduct[];
  taken: Awaited<ReturnType<typeof store.readTaken>>;
  /** By product id, of those that may move. */
  indexContexts: Awaited<ReturnType<typeof readAllForIndex>>;
}

/** Reads it, and locks the shelves. One round trip in a transaction. @param read locks the products, or only reads them */
export async function readAround(
  db: Db,
  { ids, moves, ...shelves }: Wanted,
  read: (db: Db, ids: store.Ids) => Promise<store.LockedProduct[]>,
): Promise<Around> {
  const [products, taken, category, subCategory, indexContexts] = await Promise.all([
    read(db, ids),
    store.readTaken(db, ids),
    lockShelves(db, "category", shelves.category),
    lockShelves(db, "subCategory", shelves.subCategory),
    moves ? readAllForIndex(db, moves) : new Map<string, never>(),
  ]);
  return { products, taken, category, subCategory, indexContexts };
}
