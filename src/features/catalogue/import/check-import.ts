import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { missingPictures } from "../../files/use-pictures.ts";
import type { ImportReport } from "./contract.ts";
import { judgeRow, type KnownProduct } from "./judge-row.ts";
import { readRow, type Row } from "./rules.ts";
import { unitColumns } from "../unit-price.ts";
import { readKnownProducts, readShelfNames } from "./product-store.ts";
import { type CheckedRow, type FileRow, readEarlierRows, readRows, readReport, saveResults } from "./row-store.ts";
import * as store from "./store.ts";

/** Rows checked together. */
const BATCH = 1000;

/** Another run has taken over the import, or someone has stopped it. */
export class Stopped extends Error {}

/**
 * Checks every row of a file against the current catalogue without changing it. Results are stored with the rows.
 * @throws Stopped
 */
export async function checkRows(
  db: Db,
  { id, rows, mapping, defaultStock }: store.StoredImport,
  onDone: (done: number) => Promise<void>,
): Promise<ImportReport> {
  for (let from = 1; from <= rows; from += BATCH) {
    const raw = await readRows(db, id, from, from + BATCH - 1);
    await saveResults(db, id, await checkBatch(db, id, raw, { mapping, defaultStock }));
    await onDone(Math.min(rows, from + BATCH - 1));
  }
  return readReport(db, id);
}

type HowToCheck = Pick<store.StoredImport, "mapping" | "defaultStock">;

async function checkBatch(db: Db, importId: string, raw: readonly FileRow[], how: HowToCheck): Promise<CheckedRow[]> {
  const readings = raw.map(({ no, line, cells, fault }) => ({
    no,
    line,
    read: fault ? { ok: false as const, reason: fault } : readRow(how.mapping, cells),
  }));
  const said = readings.flatMap(({ read }) => (read.ok ? [read.value] : []));
  const shop = await readSurroundings(db, importId, raw[0]?.no ?? 0, said);
  return readings.map(({ no, line, read }): CheckedRow => {
    if (!read.ok) return refused(no, read.reason);
    const row = read.value;
    const known = shop.find(row);
    const earlier = shop.earlier(row, known);
    const owner = row.sku ? shop.bySku.get(row.sku) : undefined;
    const judged = judgeRow(row, {
      known,
      earlier,
      defaultStock: how.defaultStock,
      shelfName: shop.shelfName,
      skuOwner: owner && owner.id !== known?.id ? owner.name : undefined,
      missingPictures: (row.image ?? []).filter((address) => shop.missing.has(address) && !known?.image.includes(address)),
    });
    const { outcome, reason, before, after, next } = judged;
    if (!next) return refused(no, reason, row.sku);
    const productId = known?.id ?? (row.id || newId());
    shop.remember(line, row.sku || null, productId);
    return {
      no,
      outcome,
      reason,
      sku: row.sku || null,
      productId,
      version: known?.version ?? null,
      stockWas: known?.stock ?? null,
      next: { ...next, ...unitColumns(next.unit) },
      before,
      after,
    };
  });
}

function refused(no: number, reason: string, sku: string | null = null): CheckedRow {
  return { no, outcome: "refused", reason, sku, productId: null, version: null, stockWas: null, next: null, before: {}, after: {} };
}

/** Reads everything a batch of rows refers to at once. */
async function readSurroundings(db: Db, importId: string, first: number, said: readonly Row[]) {
  const ids = said.flatMap(({ id }) => id || []);
  const skus = said.flatMap(({ sku }) => sku || []);
  const found = await readKnownProducts(db, ids, skus);
  const byId = new Map(found.map((product) => [product.id, product]));
  const bySku = new Map(found.flatMap((product) => (product.sku && !product.deleted ? [[product.sku, product]] : [])));
  const names = (kind: "category" | "subCategory") => readShelfNames(db, kind, [...new Set(said.flatMap((row) => row[kind] ?? []))]);
  const shelves = { category: await names("category"), subCategory: await names("subCategory") };
  const missing = new Set(await missingPictures(db, [...new Set(said.flatMap(({ image }) => image ?? []))]));

  const earlier = await readEarlierRows(db, importId, first, skus, [...ids, ...found.map(({ id }) => id)]);
  const lineOfSku = new Map(earlier.flatMap(({ sku, line }) => (sku ? [[sku, line]] : [])));
  const lineOfProduct = new Map(earlier.map(({ productId, line }) => [productId, line]));

  return {
    bySku,
    missing,
    /** The product with the row's id or, if the shop does not know that id, with its sku. */
    find: (row: Row): KnownProduct | undefined => byId.get(row.id ?? "") ?? bySku.get(row.sku ?? ""),
    earlier(row: Row, known: KnownProduct | undefined): { line: number; why: "sku" | "product" } | undefined {
      const ofSku = row.sku ? lineOfSku.get(row.sku) : undefined;
      if (ofSku !== undefined) return { line: ofSku, why: "sku" };
      const line = lineOfProduct.get(known?.id ?? (row.id || ""));
      return line === undefined ? undefined : { line, why: "product" };
    },
    remember(line: number, sku: string | null, productId: string): void {
      if (sku) lineOfSku.set(sku, line);
      lineOfProduct.set(productId, line);
    },
    shelfName: (kind: "category" | "subCategory", name: string): string => shelves[kind].get(name) ?? name,
  };
}
