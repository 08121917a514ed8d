import type { Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { noteChanges } from "../../../audit/note-change.ts";
import { readChangeAtOnce } from "../../../audit/store.ts";
import { indexProducts } from "../../../search/engine/index-products.ts";
import { tagsOf } from "../../tags.ts";
import type { BulkChange, BulkReport, BulkValues } from "./contract.ts";
import { planChange, type Plan } from "./plan-change.ts";
import * as store from "../product-store.ts";
import { lockShelves } from "../shelf-store.ts";

/** A row that was not refused. */
type Planned = Required<Plan>;

/** Previews a bulk change without changing anything. */
export async function previewChanges({ database: { db } }: Shop, changes: readonly BulkChange[]): Promise<BulkReport> {
  return reportOf(await planAll(db, changes, store.readProductsToChange));
}

/**
 * Changes price, discount, stock and shelves of many products, all or nothing.
 * @throws Refusal 409 with the report if one change is refused
 */
export function changeProducts({ database }: Shop, by: string, changes: readonly BulkChange[]): Promise<BulkReport> {
  return database.transact(async (tx, invalidate) => {
    const plans = await planAll(tx, changes, store.lockProductsToChange);
    const { refused } = reportOf(plans);
    if (refused > 0) throw refuse.conflict(`${refused} of ${plans.length} products cannot be changed this way`, reportOf(plans));
    return apply(tx, invalidate, by, plans, "changed");
  });
}

/**
 * Undoes a bulk change for products that have not changed since. Items sold in the meantime stay sold.
 * @throws Refusal 404 if there is no such bulk change, 409 with the report if all of its products have changed since
 */
export function undoChange({ database }: Shop, by: string, changeId: string): Promise<BulkReport> {
  return database.transact(async (tx, invalidate) => {
    const noted = await readChangeAtOnce(tx, changeId);
    if (noted.length === 0) throw refuse.notFound("Change");
    const changes = noted.map(({ thingId, version, before, after }): BulkChange => {
      const was: BulkValues = before; // written by `apply`
      return {
        ...was,
        _id: thingId,
        version: version ?? 0,
        stockWas: (after as BulkValues).stock,
        category: was.category?.map(({ _id }) => _id),
        subCategory: was.subCategory?.map(({ _id }) => _id),
      };
    });
    const plans = await planAll(tx, changes, store.lockProductsToChange);
    if (reportOf(plans).changed === 0) throw refuse.conflict("All of these products have been changed since", reportOf(plans));
    return apply(tx, invalidate, by, plans, "taken back");
  });
}

async function planAll(
  db: Db,
  changes: readonly BulkChange[],
  read: (db: Db, ids: readonly string[]) => Promise<store.LockedProduct[]>,
): Promise<Plan[]> {
  const found = await read(
    db,
    changes.map(({ _id }) => _id),
  );
  const known = new Map(found.map((product) => [product.id, product]));
  const shelves = {
    category: await holdAll(
      db,
      "category",
      changes.flatMap(({ category }) => category ?? []),
    ),
    subCategory: await holdAll(
      db,
      "subCategory",
      changes.flatMap(({ subCategory }) => subCategory ?? []),
    ),
  };
  const seen = new Set<string>();
  return changes.map((change) => {
    const isRepeated = seen.has(change._id);
    seen.add(change._id);
    return planChange(change, known.get(change._id), shelves, isRepeated);
  });
}

async function holdAll(db: Db, kind: "category" | "subCategory", ids: readonly string[]) {
  const held = ids.length > 0 ? await lockShelves(db, kind, [...new Set(ids)]) : [];
  return new Map(held.map((shelf) => [shelf._id, shelf]));
}

/** Writes the planned changes, one statement per kind of change. */
async function apply(tx: Db, invalidate: Invalidate, by: string, plans: readonly Plan[], action: string): Promise<BulkReport> {
  const planned = plans.filter((plan): plan is Planned => plan.row.outcome === "changed");
  const changeId = planned.length > 0 ? newId() : null;
  await store.updateNumbers(
    tx,
    planned.map(({ known, next }) => ({ ...next, id: known.id })),
  );
  const moved = { category: whereIn(planned, "category"), subCategory: whereIn(planned, "subCategory") };
  await store.replaceShelves(tx, "category", moved.category);
  await store.replaceShelves(tx, "sub_category", moved.subCategory);
  const movedIds = [...new Set([...moved.category, ...moved.subCategory].map(({ productId }) => productId))];
  // The search index does not contain numbers.
  await indexProducts(tx, movedIds);
  invalidate(...tagsOfAll(planned), ...(movedIds.length > 0 ? [tagsOf.shelves] : []));
  await noteChanges(
    tx,
    by,
    planned.map(({ row, known }) => ({
      ...({ kind: "product", thingId: known.id, thingName: known.name, action } as const),
      before: row.before,
      after: row.after,
      version: known.version + 1,
    })),
    changeId,
  );
  return { ...reportOf(plans), changeId };
}

/** The new shelves, of one kind, of the products that move. */
function whereIn(planned: readonly Planned[], kind: "category" | "subCategory"): store.Placing[] {
  return planned
    .filter(({ row }) => row.after[kind])
    .map(({ known, next }) => ({ productId: known.id, shelfIds: next[kind].map(({ _id }) => _id) }));
}

function tagsOfAll(planned: readonly Planned[]): string[] {
  if (planned.length === 0) return [];
  const categories = new Set(planned.flatMap(({ known, next }) => [...known.category, ...next.category].map(({ _id }) => _id)));
  const products = planned.flatMap(({ known: { id } }) => [tagsOf.product(id), tagsOf.stock(id)]);
  return [tagsOf.products, ...products, ...[...categories].map(tagsOf.category)];
}

function reportOf(plans: readonly Plan[]): BulkReport {
  const rows = plans.map(({ row }) => row);
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  return { changeId: null, changed: count("changed"), same: count("same"), refused: count("refused"), rows };
}
