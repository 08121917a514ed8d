import type { Database, Db, Invalidate, Transaction } from "#server/db/connect.ts";
import { isDuplicate } from "#server/db/sql-state.ts";
import { t } from "#words/t.ts";
import { noteChange, noteChanges } from "../../audit/note-change.ts";
import { pictureForName } from "../../files/demo-pictures.ts";
import { missingPictures } from "../../files/use-pictures.ts";
import { indexProducts, saveWordsApart, settleIndex, type SaveWords } from "../../search/engine/index-products.ts";
import type { ImportReport } from "./contract.ts";
import { tagsOf } from "../tags.ts";
import { indexShelf } from "../admin/shelves/index-shelf.ts";
import { foldTally } from "../tally.ts";
import { beginFetching } from "./pictures/fetch-pictures.ts";
import { awaitPictures } from "./pictures/picture-store.ts";
import { overlap, type Turn } from "./overlap.ts";
import { analyzeRows, readMissingShelves } from "./row-store.ts";
import * as store from "./write-store.ts";

/** Rows written in one transaction. An order for one of their products waits that long at most: about a quarter of a second. */
export const BATCH = 250;
/** How many changed products a message names. */
const LISTED = 3;

/** The shop differs from what the check saw, so the rest of the file is not written. The message says what differs. */
export class Outdated extends Error {}

interface Writing {
  id: string;
  /** The admin who imports; null for the command. */
  by: string | null;
  fileName: string;
  rows: number;
  /** Rows already written by an earlier attempt. */
  done: number;
  report: ImportReport;
  /** Called in the transaction that writes the rows up to `done`. @throws Stopped if this run may no longer write */
  onDone: (tx: Db, done: number) => Promise<void>;
  /** Called in the last transaction. @throws Stopped if this run may no longer write */
  end: (tx: Db) => Promise<void>;
}

/** A batch that waits for nothing anymore must not begin again, since the next one may wait for it. */
class Collided extends Error {}

/**
 * Writes the accepted rows of a checked file to the catalogue, in batches of {@link BATCH} rows, so that orders can be
 * placed in between. While a batch is indexed, the next one is written, but they are committed in order. Continues after `done`;
 * committed rows stay.
 * @throws Outdated if the shop differs from what the check saw; Stopped
 */
export async function writeImport(database: Database, writing: Writing): Promise<void> {
  const { id, rows, report, by, done } = writing;
  await analyzeRows(database.db);
  if (done === 0) {
    await transact(database, async ({ tx, invalidate }) => {
      await store.lockImportWrites(tx);
      await refuseOutdated(tx, { importId: id, from: 1, to: rows });
      await makeShelves(tx, id, report, rows);
      invalidate(tagsOf.shelves);
    });
  }
  const parts = partsOf(id, done + 1, rows);
  const saveWords = saveWordsApart(database);
  const write = (part: store.RowRange, turn: Turn) => writePart(database, writing, part, turn, saveWords);
  const [first] = parts;
  if (first?.from === 1) {
    await overlap([first], write);
    // Until then, the planner takes the catalogue for an empty one.
    await store.analyzeProducts(database.db);
    parts.shift();
  }
  await overlap(parts, write);
  await database.transact(async ({ tx }) => {
    await writing.end(tx);
    await beginFetching(tx);
    if (report.added + report.changed > 0) await noteImport(tx, by, writing, report);
  });
}

function partsOf(importId: string, begin: number, rows: number): store.RowRange[] {
  const count = Math.max(0, Math.ceil((rows + 1 - begin) / BATCH));
  return Array.from({ length: count }, (_, place) => {
    const from = begin + place * BATCH;
    return { importId, from, to: Math.min(rows, from + BATCH - 1) };
  });
}

/**
 * A batch locks what it changes before the next one begins, and then waits for no other transaction. Otherwise, an order that waits for
 * products of both could make them wait for each other, which PostgreSQL would not notice.
 */
async function writePart(
  database: Database,
  { by, onDone }: Writing,
  part: store.RowRange,
  turn: Turn,
  saveWords: SaveWords,
): Promise<void> {
  let hasLocked = false;
  await transact(database, async ({ tx, invalidate }) => {
    if (hasLocked) throw new Collided("A batch of an import waited for something else.");
    await store.lockBatchWrites(tx, Math.floor(part.from / BATCH));
    // Before the products, which would otherwise be locked while a shelf is being renamed.
    await lockShelves(tx, part);
    await store.lockChanged(tx, part);
    await refuseOutdated(tx, part);
    const written = await writeProducts(tx, part);
    hasLocked = true;
    turn.letNext();
    if (written) await noteAndIndex(tx, invalidate, part, { ...written, by, saveWords });
    await turn.before;
    // Depends on what the batches before have linked.
    if (written) await store.linkShelves(tx, part);
    await onDone(tx, part.to);
  });
}

async function transact(database: Database, work: (transaction: Transaction) => Promise<void>): Promise<void> {
  try {
    await database.transact(work);
  } catch (error) {
    if (isDuplicate(error)) throw new Outdated(t("A SKU or barcode in the file was just given to another product."));
    throw error;
  }
}

/** Tidies up after many changes, above all the planner's statistics. Cannot run in a transaction. */
export async function settle(database: Database): Promise<void> {
  await foldTally(database.db);
  await Promise.all([store.analyzeCatalogue(database.db), settleIndex(database)]);
}

async function refuseOutdated(tx: Db, part: store.RowRange): Promise<void> {
  const names = await store.readOutdated(tx, part, LISTED + 1);
  if (names.length > 0) {
    const listed = names.slice(0, LISTED).join(", ");
    throw new Outdated(
      names.length > LISTED
        ? t("Someone changed these products after the check: {listed} and others.", { listed })
        : t("Someone changed these products after the check: {listed}.", { listed }),
    );
  }
  const [missing] = await missingPictures(tx, await store.readNewPictures(tx, part));
  if (missing) throw new Outdated(t("The picture {missing} was removed after the check.", { missing }));
}

/** Creates the shelves that the check announced, and no others, and gives shelves the Spanish names of the file. */
async function makeShelves(tx: Db, id: string, { newShelves }: ImportReport, rows: number): Promise<void> {
  for (const kind of ["category", "subCategory"] as const) {
    await store.lockShelves(tx, { importId: id, from: 1, to: rows }, kind);
    const missing = await readMissingShelves(tx, id, kind);
    refuseSurprise(missing.filter((name) => !newShelves[kind].includes(name)));
    await store.addShelves(tx, kind, missing, pictureForName);
    for (const shelfId of await store.nameShelvesInSpanish(tx, { importId: id, from: 1, to: rows }, kind))
      await indexShelf(tx, kind, shelfId);
  }
}

/** Locks the shelves of a batch against renaming and deletion until it is committed. */
async function lockShelves(tx: Db, part: store.RowRange): Promise<void> {
  for (const kind of ["category", "subCategory"] as const) {
    await store.lockShelves(tx, part, kind);
    refuseSurprise(await readMissingShelves(tx, part.importId, kind, part));
  }
}

function refuseSurprise([name]: string[]): void {
  if (name !== undefined) throw new Outdated(t("The shelf {name} was renamed or deleted after the check.", { name }));
}

/** @returns the shelves that products left; undefined if there was nothing to write */
async function writeProducts(tx: Db, part: store.RowRange): Promise<{ left: string[] } | undefined> {
  const count = (await store.updateChanged(tx, part)) + (await store.insertAdded(tx, part));
  if (count === 0) return undefined;
  const left = await store.replaceLinks(tx, part);
  await awaitPictures(tx, part);
  return { left };
}

async function noteAndIndex(
  tx: Db,
  invalidate: Invalidate,
  part: store.RowRange,
  { left, by, saveWords }: { left: readonly string[]; by: string | null; saveWords: SaveWords },
): Promise<void> {
  const written = await store.readWritten(tx, part);
  const reworded = written.filter((row) => row.reworded).map(({ productId }) => productId);
  const lines = written.map(({ productId, name, outcome, before, after, version }) => {
    const action = outcome === "added" ? "added" : "imported";
    // What a command adds may be a million products, whose fields undoing doesn't need.
    const fields = by === null && outcome === "added" ? {} : { before, after };
    return { kind: "product", thingId: productId, thingName: name, action, ...fields, version } as const;
  });
  const [categories, siblings] = await Promise.all([
    store.readCategories(tx, part),
    store.readSiblings(tx, part),
    // By its id, the import can be undone.
    noteChanges(tx, by, lines, part.importId),
  ]);
  await indexProducts(tx, reworded, saveWords);
  invalidate(tagsOf.products, tagsOf.popular, ...[...new Set([...left, ...categories])].map(tagsOf.category));
  invalidate(...written.flatMap(({ productId }) => [tagsOf.product(productId), tagsOf.stock(productId)]));
  invalidate(...siblings.map(tagsOf.product));
}

/** Audits an import, or the part of one that was written before it ended early. */
export async function noteImport(
  tx: Db,
  by: string | null,
  { id, fileName }: Pick<Writing, "id" | "fileName">,
  { added, changed, same, refused, newShelves }: ImportReport,
): Promise<void> {
  const after = { added, changed, same, refused, ...newShelves };
  await noteChange(tx, by, { kind: "import", thingId: id, thingName: fileName, action: "imported", after });
}
