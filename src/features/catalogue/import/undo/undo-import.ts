import * as z from "zod/mini";
import { isDatabaseUnavailable } from "#server/db/unavailable.ts";
import { refuse } from "#server/http/errors.ts";
import type { Database, Db, Invalidate } from "#server/db/connect.ts";
import { isDuplicate } from "#server/db/sql-state.ts";
import { enqueue, task, type Job, type Task } from "#server/jobs/jobs.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { id } from "#shared/id.ts";
import { t } from "#words/t.ts";
import { UNDO_DAYS } from "../../../audit/contract.ts";
import { noteChange, noteChanges } from "../../../audit/note-change.ts";
import { countAtOnce, readNextAtOnce, type StoredChange } from "../../../audit/store.ts";
import { missingPictures } from "../../../files/use-pictures.ts";
import { indexProducts } from "../../../search/engine/index-products.ts";
import { replaceShelves } from "../../admin/product-store.ts";
import type { ShelfKind } from "../../shelf-tables.ts";
import { tagsOf } from "../../tags.ts";
import { Stopped } from "../check-import.ts";
import type { ProductImport } from "../contract.ts";
import { keepAlive } from "../keep-alive.ts";
import { endRun, lockToStart, startRun } from "../run-store.ts";
import { readImport, readStored } from "../store.ts";
import { settle } from "../write-import.ts";
import { lockImportWrites } from "../write-store.ts";
import type { SkippedProduct } from "./contract.ts";
import { planUndo, type Undoing } from "./rules.ts";
import { removeNewShelves } from "./remove-new-shelves.ts";
import { lockNamedShelves } from "./shelf-store.ts";
import * as store from "./store.ts";

/** Products in one transaction, as when they were imported. */
const BATCH = 250;

const data = z.object({
  importId: id,
  run: id,
  by: id,
});
type Run = z.output<typeof data>;
const undo = { name: "catalogue.undo", data } satisfies Job<typeof data>;

/** Undoing is a job, so that another process continues when one dies. */
export function undoTasks(shop: Shop): Task[] {
  return [task(undo, (run) => runUndo(shop, run), { lane: "slow" })];
}

/** Starts undoing an import. @throws Refusal 404, 409 if it can't be undone */
export async function beginUndo({ database }: Shop, importId: string, by: string): Promise<ProductImport | undefined> {
  const from = ["applied", "checked"] as const;
  return database.transact(async ({ tx, withCommit }) => {
    const [locked, known] = await Promise.all([lockToStart(tx, importId, "undoing", from), readImport(tx, importId)]);
    if (!known) throw refuse.notFound(t("Import not found"));
    if (known.state === "undone") throw refuse.conflict(t("This import was already undone."));
    if (!known.undoUntil) throw refuse.conflict(t("Only an import of the last {UNDO_DAYS} days can be undone.", { UNDO_DAYS }));
    // The report of a part is about what was left to write.
    const report = known.state === "checked" && known.report && { ...known.report, ...(await countWritten(tx, importId)) };
    if (!locked?.mayStart) throw refuse.conflict(t("This import is being undone."));
    const run = newId();
    return withCommit(
      startRun(tx, importId, "undoing", from, { problem: "", ...(report && { report }) }, run),
      enqueue(tx, undo, { importId, run, by }),
      readImport(tx, importId),
    );
  });
}

async function countWritten(db: Db, importId: string) {
  const done = await countAtOnce(db, importId);
  return { added: done.get("added") ?? 0, changed: done.get("imported") ?? 0 };
}

async function runUndo(shop: Shop, work: Run): Promise<void> {
  const { importId, run, by } = work;
  const { database, log } = shop;
  const stored = await readStored(database.db, importId);
  if (stored?.run !== run || stored.state !== "undoing") return;
  try {
    await keepAlive(database.db, work, () => undoAll(database, work, stored.undoneTo), log);
    await database.transact(async (transaction) => {
      const { tx } = transaction;
      await removeNewShelves(transaction, importId, by);
      if (!(await endRun(tx, importId, run, { state: "undone" }))) throw new Stopped();
      const { undone = 0, skipped = 0 } = (await readImport(tx, importId)) ?? {};
      await noteChange(tx, by, {
        ...({ kind: "import", thingId: importId, thingName: stored.fileName, action: "undone" } as const),
        after: { undone, skipped },
      });
    });
  } catch (error) {
    if (error instanceof Stopped) return;
    if (isDatabaseUnavailable(error)) throw error;
    log.error({ err: error, importId }, "an import could not be undone");
    await endRun(database.db, importId, run, { state: "undoing", problem: t("Undoing stopped halfway. Continue to undo the rest.") });
    return;
  }
  await settle(database).catch((error: unknown) => log.warn({ err: error }, "statistics could not be updated after an undo"));
}

async function undoAll(database: Database, run: Run, from: string): Promise<void> {
  let after: string | undefined = from;
  while (after !== undefined) after = await undoNext(database, run, after);
}

/** Undoes the next batch. @returns the last change that it dealt with; undefined if there was none left */
async function undoNext(database: Database, run: Run, after: string): Promise<string | undefined> {
  const batch = await readNextAtOnce(database.db, run.importId, after, BATCH);
  const last = batch.at(-1);
  if (!last) return undefined;
  try {
    await undoTogether(database, run, batch);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // Another product has taken the SKU or barcode of one of them, so each is tried by itself.
    for (const one of batch) await undoAlone(database, run, one);
  }
  return last.id;
}

async function undoAlone(database: Database, run: Run, one: StoredChange): Promise<void> {
  try {
    await undoTogether(database, run, [one]);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    const reason = t("its former SKU or barcode belongs to another product");
    await database.transact(({ tx }) => finish(tx, run, one.id, 0, 1, [{ productId: one.thingId, name: one.thingName, reason }]));
  }
}

type Planned<Kind> = Extract<Undoing, { kind: Kind }> & { line: StoredChange };

async function undoTogether(database: Database, run: Run, lines: readonly StoredChange[]): Promise<void> {
  await database.transact(async ({ tx, invalidate }) => {
    await lockImportWrites(tx);
    const present = await store.lockProducts(
      tx,
      lines.map(({ thingId }) => thingId),
    );
    const planned = lines.map((line) => ({
      line,
      ...planUndo({ ...line, productId: line.thingId, name: line.thingName }, present.get(line.thingId)),
    }));
    const { changes, homeless } = await findShelves(
      tx,
      planned.filter((one): one is Planned<"change"> => one.kind === "change"),
    );
    const deleted = planned.filter((one): one is Planned<"delete"> => one.kind === "delete");
    await write(
      tx,
      invalidate,
      run.by,
      changes,
      deleted.map(({ line }) => line),
    );
    const skips = [...planned.filter((one): one is Planned<"skip"> => one.kind === "skip"), ...homeless].map(({ line, reason }) => ({
      productId: line.thingId,
      name: line.thingName,
      reason,
    }));
    await finish(tx, run, lines.at(-1)?.id ?? "", changes.length + deleted.length, lines.length, skips);
  });
}

/** @throws Stopped if another run has taken over */
async function finish(
  tx: Db,
  { importId, run }: Run,
  to: string,
  undone: number,
  seen: number,
  skips: readonly SkippedProduct[],
): Promise<void> {
  await store.noteSkips(tx, importId, skips);
  if (!(await store.noteUndone(tx, { importId, run }, { to, undone, seen }))) throw new Stopped();
}

interface Change extends Planned<"change"> {
  ids: Partial<Record<ShelfKind, string[]>>;
}

/** The former shelves of products, by id; `homeless` have one that is gone. */
async function findShelves(tx: Db, planned: readonly Planned<"change">[]) {
  const named = async (kind: ShelfKind) => lockNamedShelves(tx, kind, [...new Set(planned.flatMap(({ shelves }) => shelves[kind] ?? []))]);
  const known = { category: await named("category"), subCategory: await named("subCategory") };
  const homeless: (Planned<"skip"> & { line: StoredChange })[] = [];
  const changes: Change[] = [];
  for (const one of planned) {
    const ids: Change["ids"] = {};
    let gone: string | undefined;
    for (const kind of ["category", "subCategory"] as const) {
      gone ??= one.shelves[kind]?.find((name) => !known[kind].has(name.toLowerCase()));
      if (one.shelves[kind]) ids[kind] = one.shelves[kind].flatMap((name) => known[kind].get(name.toLowerCase()) ?? []);
    }
    if (gone === undefined) changes.push({ ...one, ids });
    else homeless.push({ kind: "skip", reason: t("its former shelf {gone} is no longer there", { gone }), line: one.line });
  }
  return { changes, homeless };
}

async function write(
  tx: Db,
  invalidate: Invalidate,
  by: string,
  changes: readonly Change[],
  deleted: readonly StoredChange[],
): Promise<void> {
  const ids = [...changes.map(({ line }) => line.thingId), ...deleted.map(({ thingId }) => thingId)];
  if (ids.length === 0) return;
  const before = await store.readTouched(tx, ids);
  const pictures = changes.flatMap(({ set }) => (set["image"] as string[] | undefined) ?? []);
  const gone = new Set(await missingPictures(tx, pictures));
  await store.setColumns(
    tx,
    changes.map(({ line, set }) => ({ id: line.thingId, set: withoutGone(set, gone) })),
  );
  for (const kind of ["category", "subCategory"] as const)
    await replaceShelves(
      tx,
      kind,
      changes.flatMap(({ line, ids: shelves }) => (shelves[kind] ? [{ productId: line.thingId, shelfIds: shelves[kind] }] : [])),
    );
  await store.deleteProducts(
    tx,
    deleted.map(({ thingId }) => thingId),
  );
  await indexProducts(tx, ids);
  await noteChanges(tx, by, [
    ...changes.map(({ line }) => ({ ...about(line), action: "taken back", before: line.after, after: line.before })),
    ...deleted.map((line) => ({ ...about(line), action: "deleted", before: line.after })),
  ]);
  const after = await store.readTouched(tx, ids);
  invalidate(tagsOf.products, tagsOf.popular, tagsOf.shelves);
  invalidate(...new Set([...before.categories, ...after.categories].map(tagsOf.category)));
  invalidate(...ids.map(tagsOf.stock), ...new Set([...ids, ...before.sizes, ...after.sizes].map(tagsOf.product)));
}

/** Pictures that were removed since then are left out. */
function withoutGone(set: Planned<"change">["set"], gone: ReadonlySet<string>): Planned<"change">["set"] {
  if (!Array.isArray(set["image"])) return set;
  return { ...set, image: set["image"].filter((address) => !gone.has(String(address))) };
}

const about = ({ thingId, thingName, version }: StoredChange) =>
  ({ kind: "product", thingId, thingName, version: (version ?? 0) + 1 }) as const;
