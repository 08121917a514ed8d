import type { Transaction } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { noteChanges } from "../../../audit/note-change.ts";
import { BY_IMPORT } from "../../../audit/rules.ts";
import { readNextAtOnce } from "../../../audit/store.ts";
import { indexAllWritten } from "../../../search/engine/index-products.ts";
import type { ShelfKind } from "../../shelf-tables.ts";
import { tagsOf } from "../../tags.ts";
import type { ProductFilter } from "../find/contract.ts";
import { findIds } from "../find/read-found.ts";
import { refusingTaken } from "../refusals.ts";
import { LISTED_ROWS, MAX_FOUND, type BulkChange, type BulkReport, type BulkValues, type FoundChange } from "./contract.ts";
import { askFor, planRow, type Asked, type PlannedRow } from "./plan-change.ts";
import * as store from "../product-store.ts";
import { isMove, readAround, wantedBy, wantedToUndo, type Around } from "./read-around.ts";

/** A row that was not refused. */
type Planned = Required<PlannedRow>;

/** Previews a bulk change without changing anything. */
export async function previewChanges({ database: { db } }: Shop, changes: readonly BulkChange[]): Promise<BulkReport> {
  return reportOf(planAll(changes, await readAround(db, wantedBy(changes), store.readProductsToChange)));
}

/**
 * Changes price, discount, stock, shelves, visibility and Spanish texts of many products, all or nothing.
 * @throws Refusal 409 with the report if one change is refused
 */
export function changeProducts({ database }: Shop, by: string, changes: readonly BulkChange[]): Promise<BulkReport> {
  return database.transact(async (transaction) => {
    const around = await readAround(transaction.tx, wantedBy(changes), store.lockProductsToChange);
    const plans = planAll(changes, around);
    refuseAny(reportOf(plans));
    return apply(transaction, by, plans, around, "changed");
  });
}

/** @throws Refusal 409 with the report if one change is refused */
function refuseAny(report: BulkReport): void {
  const { refused, changed, same } = report;
  if (refused > 0)
    throw refuse.conflict(
      t("{refused} of {total} products cannot be changed this way", { refused, total: refused + changed + same }),
      report,
    );
}

/** What to do with all products that a filter finds. */
export interface FoundRequest {
  filter: ProductFilter;
  /** How many the admin chose. */
  count: number;
  set: FoundChange;
  seesCosts: boolean;
}

/** Previews a change of all products that a filter finds. @throws Refusal as {@link changeFound} does */
export async function previewFound(shop: Shop, request: FoundRequest): Promise<BulkReport> {
  const ids = await foundIds(shop, request);
  const around = await readAround(shop.database.db, wantedByAll(ids, request), store.readProductsToChange);
  return firstRows(reportOf(planFound(request, around)));
}

/**
 * Changes, hides, shows or deletes all products that a filter finds, or none.
 * @throws Refusal 400 if there are, or the search finds, more than {@link MAX_FOUND}; 409 if the filter finds more or fewer than were
 * chosen, or with the report if one change is refused
 */
export async function changeFound(shop: Shop, by: string, request: FoundRequest): Promise<BulkReport> {
  const ids = await foundIds(shop, request);
  return shop.database.transact(async (transaction) => {
    const around = await readAround(transaction.tx, wantedByAll(ids, request), store.lockProductsToChange);
    const plans = planFound(request, around);
    refuseAny(firstRows(reportOf(plans)));
    return firstRows(await apply(transaction, by, plans, around, "changed"));
  });
}

async function foundIds(shop: Shop, { filter, count, seesCosts }: FoundRequest): Promise<string[]> {
  const { ids, total, isCut } = await findIds(shop, shop.database.db, { ...filter, seesCosts }, { page: 1, limit: MAX_FOUND });
  if (total > MAX_FOUND || isCut)
    throw refuse.badInput(t("At most {MAX_FOUND} products can be changed at once: narrow the list", { MAX_FOUND }));
  if (total !== count)
    throw refuse.conflict(t("The list has {total} products now, not {count}. Look at it again.", { total, count }), { count: total });
  return ids;
}

const wantedByAll = (ids: readonly string[], { set }: FoundRequest) => wantedBy(ids.map((_id) => ({ ...set, _id })));

function planFound({ set }: FoundRequest, around: Around): PlannedRow[] {
  const asked = around.products.filter(({ deleted }) => !deleted).map((product) => askFor(product, set));
  return planAll(asked, around);
}

/** A long report with its first rows, refused ones first. */
function firstRows(report: BulkReport): BulkReport {
  const rows = report.rows.toSorted((a, b) => Number(b.outcome === "refused") - Number(a.outcome === "refused"));
  return { ...report, rows: rows.slice(0, LISTED_ROWS) };
}

/**
 * Undoes a bulk change for products that have not changed since. Items sold in the meantime stay sold.
 * @throws Refusal 404 if there is no such bulk change, 409 with the report if all of its products have changed since
 */
export function undoChange({ database }: Shop, by: string, changeId: string): Promise<BulkReport> {
  const work = database.transact(async (transaction) => {
    const { tx } = transaction;
    const [noted, around] = await Promise.all([
      // No bulk change has more. Of an import, which may have a million, these are enough to tell.
      readNextAtOnce(tx, changeId, "", MAX_FOUND),
      readAround(tx, wantedToUndo(changeId), store.lockProductsToChange),
    ]);
    if (noted.length === 0) throw refuse.notFound(t("Change not found"));
    if (noted.some(({ action }) => BY_IMPORT.includes(action)))
      throw refuse.conflict(t("This was an import. Undo it under Import products."));
    const changes = noted.map(({ thingId, version, before, after }): Asked => {
      const { discount, ...was }: BulkValues = before; // written by `apply`
      return {
        ...was,
        discount: discount ?? undefined,
        _id: thingId,
        version: version ?? 0,
        stockWas: (after as BulkValues).stock,
        category: was.category?.map(({ _id }) => _id),
        subCategory: was.subCategory?.map(({ _id }) => _id),
      };
    });
    const plans = planAll(changes, around);
    if (reportOf(plans).changed === 0) throw refuse.conflict(t("All of these products have been changed since"), reportOf(plans));
    return firstRows(await apply(transaction, by, plans, around, "taken back"));
  });
  return refusingTaken(() => t("Another product has the sku or barcode of one of these"), work);
}

function planAll(changes: readonly Asked[], { products, taken, ...shelves }: Around): PlannedRow[] {
  const known = new Map(products.map((product) => [product.id, product]));
  const byId = (kind: ShelfKind) => new Map(shelves[kind].map((shelf) => [shelf._id, shelf]));
  const around = {
    taken: new Map(taken.map(({ of, code, name }) => [of, t("cannot be restored: its {code} now belongs to {name}", { code, name })])),
    category: byId("category"),
    subCategory: byId("subCategory"),
  };
  const seen = new Set<string>();
  return changes.map((change) => {
    const isRepeated = seen.has(change._id);
    seen.add(change._id);
    return planRow(change, known.get(change._id), around, isRepeated);
  });
}

/** Writes the planned changes, one statement per kind of change. */
async function apply(
  { tx, invalidate, withCommit }: Transaction,
  by: string,
  plans: readonly PlannedRow[],
  { indexContexts }: Around,
  action: string,
): Promise<BulkReport> {
  const planned = plans.filter((plan): plan is Planned => plan.row.outcome === "changed");
  const changeId = planned.length > 0 ? newId() : null;
  withCommit(
    store.updateMany(
      tx,
      planned.map(({ known, next }) => ({ ...next, id: known.id })),
    ),
    store.replaceShelves(tx, "category", whereIn(planned, "category")),
    store.replaceShelves(tx, "subCategory", whereIn(planned, "subCategory")),
  );
  const elsewhere = planned.filter(({ row: { after } }) => isMove(after));
  const texts = elsewhere
    .filter(({ next: { hidden, deleted } }) => !hidden && !deleted)
    .map(({ known, next: { nameEs, unitEs, descriptionEs } }) => ({
      ...{ ...known, nameEs, unitEs, descriptionEs },
      ...indexContexts.get(known.id)!, // read for all that may move
    }));
  const { saved } = await indexAllWritten(
    tx,
    elsewhere.map(({ known }) => known.id),
    texts,
  );
  invalidate(...tagsOfAll(planned), ...(elsewhere.length > 0 ? [tagsOf.shelves] : []));
  const notes = planned.map(({ row, known }) => ({
    ...({ kind: "product", thingId: known.id, thingName: known.name, action: actionOf(row.after.deleted) ?? action } as const),
    before: row.before,
    after: row.after,
    version: known.version + 1,
  }));
  withCommit(saved, noteChanges(tx, by, notes, changeId));
  return { ...reportOf(plans), changeId };
}

function actionOf(deleted: boolean | undefined): "deleted" | "restored" | undefined {
  if (deleted === undefined) return undefined;
  return deleted ? "deleted" : "restored";
}

/** The new shelves, of one kind, of the products that move. */
function whereIn(planned: readonly Planned[], kind: ShelfKind): store.Placing[] {
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

function reportOf(plans: readonly PlannedRow[]): BulkReport {
  const rows = plans.map(({ row }) => row);
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  return { changeId: null, changed: count("changed"), same: count("same"), refused: count("refused"), rows };
}
