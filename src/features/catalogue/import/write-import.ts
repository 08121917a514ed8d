import { isDuplicate, type Database, type Db } from "#server/db/connect.ts";
import { EVERYTHING } from "#server/cache/response-cache.ts";
import { noteChange, noteChanges } from "../../audit/note-change.ts";
import { pictureForName } from "../../files/demo-pictures.ts";
import { missingPictures } from "../../files/keep-picture.ts";
import { indexProducts, settleIndex } from "../../search/engine/index-products.ts";
import { Stopped } from "./check-import.ts";
import type { ImportReport } from "./contract.ts";
import { readMissing } from "./store.ts";
import * as store from "./write-store.ts";

/** Rows that are written in one statement of each kind. */
const BATCH = 1000;
/** Names that are told of what was changed meanwhile. */
const TOLD = 3;

/** The shop is no longer what the check saw; nothing was written. The message says what differs. */
export class Outdated extends Error {}
/** Another import is being written. */
export class NotYourTurn extends Error {}

interface Writing {
  id: string;
  /** The admin whose import it is; null: the command line, which the trail does not know. */
  by: string | null;
  fileName: string;
  rows: number;
  report: ImportReport;
  onDone: (done: number) => Promise<void>;
  /** In the transaction, at its end. @returns whether it may still be committed */
  end: (tx: Db) => Promise<boolean>;
}

/**
 * Brings the accepted rows of a checked file into the shop, in one transaction.
 * @throws Outdated where the result would be another one than the check said; NotYourTurn; Stopped. Then nothing is written.
 */
export async function writeImport(database: Database, writing: Writing): Promise<void> {
  const { id, rows, report, by } = writing;
  const isAny = report.added + report.changed > 0;
  await store.settleRows(database.db);
  try {
    await database.transact(async (tx, invalidate) => {
      if (!(await store.takeTurn(tx))) throw new NotYourTurn("Another import is being written.");
      await store.lockChanged(tx, id);
      await refuseOutdated(tx, id);
      await makeShelves(tx, id, report);
      let written = 0;
      for (let from = 1; from <= rows; from += BATCH) {
        written += await writePart(tx, { importId: id, from, to: from + BATCH - 1 }, by);
        await writing.onDone(Math.min(rows, from + BATCH - 1));
      }
      if (written !== report.added + report.changed)
        throw new Error(`${written} rows were written instead of ${report.added + report.changed}`);
      if (by) await noteImport(tx, by, writing);
      if (isAny) invalidate(EVERYTHING);
      if (!(await writing.end(tx))) throw new Stopped();
    });
  } catch (error) {
    // Somebody has taken a sku at this very moment.
    if (isDuplicate(error)) throw new Outdated("A sku of the file was given to another product meanwhile.");
    throw error;
  }
}

/** Lets the database take a breath after many changes. Not within a transaction. */
export async function settle({ db }: Database): Promise<void> {
  await store.settleCatalogue(db);
  await settleIndex(db);
}

async function refuseOutdated(tx: Db, id: string): Promise<void> {
  const names = await store.readOutdated(tx, id, TOLD + 1);
  if (names.length > 0) {
    const more = names.length > TOLD ? " and others" : "";
    throw new Outdated(`Changed by somebody else since the check: ${names.slice(0, TOLD).join(", ")}${more}.`);
  }
  const [missing] = await missingPictures(tx, await store.readNewPictures(tx, id));
  if (missing) throw new Outdated(`The picture ${missing} was removed since the check.`);
}

/** Makes the shelves that the check has announced, and no others. */
async function makeShelves(tx: Db, id: string, { newShelves }: ImportReport): Promise<void> {
  for (const kind of ["category", "subCategory"] as const) {
    await store.holdShelves(tx, id, kind);
    const missing = await readMissing(tx, id, kind);
    const surprise = missing.find((name) => !newShelves[kind].includes(name));
    if (surprise !== undefined) throw new Outdated(`The shelf ${surprise} was renamed or deleted since the check.`);
    await store.addShelves(tx, kind, missing, pictureForName);
  }
}

async function writePart(tx: Db, part: store.Part, by: string | null): Promise<number> {
  const count = (await store.updateChanged(tx, part)) + (await store.insertAdded(tx, part));
  if (count === 0) return 0;
  await store.replaceLinks(tx, part);
  await store.linkShelves(tx, part);
  const written = await store.readWritten(tx, part);
  await indexProducts(
    tx,
    written.filter(({ reworded }) => reworded).map(({ productId }) => productId),
  );
  if (by) {
    const lines = written.map(({ productId, name, outcome, before, after, version }) => {
      const action = outcome === "added" ? "added" : "imported";
      return { kind: "product", thingId: productId, thingName: name, action, before, after, version } as const;
    });
    await noteChanges(tx, by, lines);
  }
  return count;
}

async function noteImport(tx: Db, by: string, { id, fileName, report }: Writing): Promise<void> {
  const { added, changed, same, refused, newShelves } = report;
  const after = { added, changed, same, refused, ...newShelves };
  await noteChange(tx, by, { kind: "import", thingId: id, thingName: fileName, action: "imported", after });
}
