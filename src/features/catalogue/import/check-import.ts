import type { Db } from "#server/db/connect.ts";
import { newId } from "#server/new-id.ts";
import { t } from "#words/t.ts";
import { missingPictures } from "../../files/use-pictures.ts";
import type { Field, ImportReport } from "./contract.ts";
import { numberStyles } from "./columns/decimals.ts";
import { judgeRow } from "./judge-row.ts";
import type { KnownProduct } from "./whole-product.ts";
import { createHash } from "node:crypto";
import { bareAmount } from "./row/numbers.ts";
import { readRow } from "./row/read-row.ts";
import type { Reading, Row } from "./row/row.ts";
import type { ShelfKind } from "../shelf-tables.ts";
import { unitColumns } from "../unit-price.ts";
import { readCopies } from "./pictures/picture-store.ts";
import { readBarcodeOwners, readKnownProducts, readShelfNames } from "./product-store.ts";
import {
  analyzeRows,
  type CheckedRow,
  linkRows,
  type RelatedRow,
  readEarlierRows,
  readRows,
  readReport,
  saveResults,
} from "./row-store.ts";
import * as store from "./store.ts";

/** Rows checked together. */
const BATCH = 1000;

/** Another run has taken over the import, or someone has stopped it. */
export class Stopped extends Error {}

/**
 * Checks every row of a file against the current catalogue without changing it. Results are stored with the rows.
 * @param timeZone the shop's
 * @throws Stopped
 */
export async function checkRows(
  db: Db,
  { id, rows, columns, mapping, defaultStock, shelf, makeSkus }: store.StoredImport,
  timeZone: string,
  onDone: (done: number) => Promise<void>,
): Promise<ImportReport> {
  const ids = columns.findIndex(({ name }) => name.trim().toLowerCase() === "id");
  await analyzeRows(db);
  await linkRows(db, id, mapping, ids < 0 ? undefined : ids);
  const how = {
    mapping,
    numbers: numberStyles(columns, mapping),
    perKilo: columns.map(({ name }) => bareAmount(name).isPerKilo),
    shelf,
    now: Date.now(),
    timeZone,
    makeSku: makeSkus ? makeSku : null,
    defaultStock,
  };
  const barcodes: BarcodeLines = new Map();
  const read = async (from: number) => readBatch(from > rows ? [] : await readRows(db, id, from, from + BATCH - 1, mapping), how);
  let batch = await read(1);
  for (let from = 1; from <= rows; from += BATCH) {
    const results = await checkBatch(db, id, batch, how, barcodes);
    // The next rows are read while these are saved.
    [batch] = await Promise.all([read(from + BATCH), saveResults(db, id, results)]);
    await onDone(Math.min(rows, from + BATCH - 1));
  }
  return readReport(db, id);
}

/** The line of each barcode that the file has so far. As numbers, since zeros in front make no difference. */
type BarcodeLines = Map<number, number>;

type HowToCheck = Reading & Pick<store.StoredImport, "defaultStock">;

/** A number for a product without one. The same name and unit give the same number, so the next import knows the product. */
function makeSku(name: string, unit: string): string {
  const same = [name, unit].map((text) => text.toLowerCase().replaceAll(/\s+/g, " ").trim());
  return `AUTO-${createHash("sha256").update(JSON.stringify(same)).digest("hex").slice(0, 12).toUpperCase()}`;
}

/** Whether a row only holds pictures, or the common values of its variants. */
function isJoined({ cells, fault, parent, isParent, group }: RelatedRow, { mapping }: Reading): boolean {
  if (fault || cells.length !== mapping.length || (!parent && !isParent)) return false;
  const isEmpty = (...fields: Field[]) => fields.every((field) => (cells[mapping.indexOf(field)] ?? "").trim() === "");
  if (mapping.includes("group")) return parent !== null && group !== "" && isEmpty("price", "sku", "name", "option");
  return isParent && isEmpty("price", "sale_price");
}

/** What the cells of a batch of rows say. */
function readBatch(rows: readonly RelatedRow[], how: HowToCheck) {
  const joined = new Set(rows.filter((row) => isJoined(row, how)));
  const readings = rows
    .filter((row) => !joined.has(row))
    .map(({ no, line, cells, fault, ...related }) => ({
      no,
      line,
      read: fault ? { ok: false as const, reason: fault } : readRow(how, cells, related),
    }));
  return { first: rows[0]?.no ?? 0, joined: [...joined], readings };
}

async function checkBatch(
  db: Db,
  importId: string,
  { first, joined, readings }: ReturnType<typeof readBatch>,
  how: HowToCheck,
  barcodes: BarcodeLines,
): Promise<CheckedRow[]> {
  const said = readings.flatMap(({ read }) => (read.ok ? [read.value] : []));
  // Pictures that the shop has copied from other servers are shown from its own storage.
  const copies = await readCopies(db, [...new Set(said.flatMap(({ image }) => image ?? []))]);
  for (const row of said) if (row.image) row.image = row.image.map((address) => copies.get(address) ?? address);
  const shop = await readSurroundings(db, importId, first, said);
  const owners = await readBarcodeOwners(db, [...new Set(said.flatMap(({ barcode }) => barcode ?? []))]);
  const checked = readings.map(({ no, line, read }): CheckedRow => {
    if (!read.ok) return refused(no, read.reason);
    const row = read.value;
    const known = shop.find(row);
    const earlier = shop.earlier(row, known);
    const owner = row.sku ? shop.bySku.get(row.sku) : undefined;
    const judged = judgeRow(row, {
      known,
      earlier,
      defaultStock: how.defaultStock,
      barcodeOwner: row.barcode ? barcodeOwner(Number(row.barcode), known, owners, barcodes) : "",
      shelfName: shop.shelfName,
      spanishShelfName: shop.spanishShelfName,
      skuOwner: owner && owner.id !== known?.id ? owner.name : undefined,
      missingPictures: (row.image ?? []).filter((address) => shop.missing.has(address) && !known?.image.includes(address)),
    });
    const { outcome, reason, warnings, before, after, next } = judged;
    if (!next) return refused(no, reason, row.sku);
    const productId = known?.id ?? (row.id || newId());
    shop.remember(line, row.sku || null, productId);
    if (next.barcode && !barcodes.has(Number(next.barcode))) barcodes.set(Number(next.barcode), line);
    return {
      no,
      outcome,
      reason,
      warnings,
      sku: row.sku || null,
      productId,
      version: known?.version ?? null,
      stockWas: known?.stock ?? null,
      next: { ...next, ...unitColumns(next.unit, next.soldBy !== "piece") },
      before,
      after,
    };
  });
  return [...checked, ...joined.map(({ no }) => ({ ...refused(no, ""), outcome: "joined" as const }))];
}

function barcodeOwner(
  barcode: number,
  known: KnownProduct | undefined,
  owners: ReadonlyMap<number, { id: string; name: string }>,
  lines: BarcodeLines,
): string {
  const owner = owners.get(barcode);
  if (owner && owner.id !== known?.id) return t("another product ({name})", { name: JSON.stringify(owner.name) });
  const line = lines.get(barcode);
  return line === undefined ? "" : t("line {line}", { line });
}

function refused(no: number, reason: string, sku: string | null = null): CheckedRow {
  return {
    no,
    outcome: "refused",
    reason,
    warnings: [],
    sku,
    productId: null,
    version: null,
    stockWas: null,
    next: null,
    before: {},
    after: {},
  };
}

const spanishByName = (shelves: ReadonlyMap<string, { name: string; spanish: string }>) =>
  new Map([...shelves.values()].map(({ name, spanish }) => [name, spanish]));

/** Reads everything a batch of rows refers to at once. */
async function readSurroundings(db: Db, importId: string, first: number, said: readonly Row[]) {
  const ids = said.flatMap(({ id }) => id || []);
  const skus = said.flatMap(({ sku }) => sku || []);
  const found = await readKnownProducts(db, ids, skus);
  const byId = new Map(found.map((product) => [product.id, product]));
  const bySku = new Map(found.flatMap((product) => (product.sku && !product.deleted ? [[product.sku, product]] : [])));
  const names = (kind: ShelfKind) => readShelfNames(db, kind, [...new Set(said.flatMap((row) => row[kind] ?? []))]);
  const shelves = { category: await names("category"), subCategory: await names("subCategory") };
  const spanish = { category: spanishByName(shelves.category), subCategory: spanishByName(shelves.subCategory) };
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
    shelfName: (kind: ShelfKind, name: string): string => shelves[kind].get(name)?.name ?? name,
    spanishShelfName: (kind: ShelfKind, name: string): string => spanish[kind].get(name) ?? "",
  };
}
