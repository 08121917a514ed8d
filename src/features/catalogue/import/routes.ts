import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve, serveDocument } from "#server/http/serve.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { searchIndexOf } from "../../search/engine/search-index.ts";
import { currentSynonyms } from "../../search/synonyms/current-synonyms.ts";
import * as contract from "./contract.ts";
import { cellsFor, importFor, rowFor } from "./costs.ts";
import { exportCsv, refusedCsv, skippedCsv, templateCsv } from "./export-products.ts";
import { ImportError, receiveFile } from "./receive-file.ts";
import { getImportPictures } from "./pictures/contract.ts";
import { readPictures } from "./pictures/picture-store.ts";
import { Unreadable } from "./reader/unreadable.ts";
import { beginCheck, beginWrite, stop } from "./run-import.ts";
import { listImportRows, refusedRows, ROWS_PAGE, type ImportRow } from "./row/contract.ts";
import { readChecked, type ListedRow } from "./row-store.ts";
import * as store from "./store.ts";
import * as undo from "./undo/contract.ts";
import { readSkips } from "./undo/store.ts";
import { beginUndo } from "./undo/undo-import.ts";

/** Products listed that undoing an import left alone. */
const SKIPPED = 100;

/** Product import from CSV, step by step, and export. */
export function importRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  const storedOf = async (id: string): Promise<store.StoredImport> => {
    const stored = await store.readStored(db, id);
    if (!stored) throw refuse.notFound(t("Import not found"));
    return stored;
  };

  serve(
    app,
    shop,
    contract.sendImport,
    async ({ input, visitor }) => {
      const id = await input.stream(contract.MOST_OF_FILE.bytes, ({ name, bytes }) => {
        const options = { byId: visitor.userId, fileName: name.slice(0, 200) };
        return receiveFile(db, Readable.from(bytes, { objectMode: false }), options).catch(refuseFile);
      });
      return { data: await found(store.readImport(db, id), visitor), message: t("File received") };
    },
    // A workbook is read once it has arrived, and may have a million rows.
    { limitsItself: true },
  );

  serve(app, shop, contract.listImports, async ({ visitor: { role } }) => ({
    data: (await store.readImports(db)).map((one) => importFor(one, role)),
  }));

  serve(app, shop, contract.getImport, async ({ params, visitor }) => ({
    data: await found(store.readImport(db, params.importId), visitor),
  }));

  serve(app, shop, contract.checkImport, async ({ params: { importId }, input, visitor }) => ({
    data: await found(beginCheck(shop, importId, input, visitor.role), visitor),
  }));

  serve(app, shop, listImportRows, async ({ params: { importId }, input: { outcome, after }, visitor: { role } }) => {
    const stored = await storedOf(importId);
    const rows = await readChecked(db, importId, outcome, after, ROWS_PAGE + 1);
    // First, so that nothing is read from cells that hold costs.
    const shown = rows.slice(0, ROWS_PAGE).map((row) => ({ ...row, cells: cellsFor(row.cells, stored, role) }));
    const data = shown.map((row) => rowFor(toRow(row, stored.mapping), role));
    return { data, next: rows.length > ROWS_PAGE ? data.at(-1)!.no : null };
  });

  serve(app, shop, contract.applyImport, async ({ params: { importId }, input, visitor }) => ({
    data: await found(beginWrite(shop, importId, input.checkId, visitor.role), visitor),
  }));

  serve(app, shop, contract.stopImport, async ({ params: { importId }, visitor }) => ({
    data: await found(stop(shop, importId), visitor),
  }));

  serve(app, shop, undo.undoImport, async ({ params: { importId }, visitor }) => ({
    data: await found(beginUndo(shop, importId, visitor.userId), visitor),
  }));

  serve(app, shop, undo.listSkipped, async ({ params: { importId } }) => {
    await storedOf(importId);
    return { data: await readSkips(db, importId, "", SKIPPED) };
  });

  serveDocument(app, shop, undo.skippedProducts, async ({ params: { importId } }) => {
    await storedOf(importId);
    return { name: t("left-alone.csv"), bytes: Readable.from(skippedCsv(db, importId)) };
  });

  serve(app, shop, getImportPictures, async ({ params: { importId } }) => ({ data: await readPictures(db, importId) }));

  serveDocument(app, shop, refusedRows, async ({ params: { importId }, input: { problem }, visitor: { role } }) => {
    const stored = await storedOf(importId);
    return { name: t("refused-rows.csv"), bytes: Readable.from(refusedCsv(db, stored, role, problem)) };
  });

  serveDocument(app, shop, contract.importTemplate, async ({ visitor: { role } }) => ({
    name: t("products-template.csv"),
    bytes: Readable.from([templateCsv(role)]),
  }));

  serveDocument(app, shop, contract.exportProducts, async ({ input, visitor: { role } }) => ({
    name: t("products.csv"),
    bytes: Readable.from(exportCsv(searchIndexOf(shop), input.search, await currentSynonyms(shop), role)),
  }));
}

/** An import as a visitor may see it. @throws Refusal 404 */
async function found(reading: Promise<contract.ProductImport | undefined>, { role }: Visitor): Promise<contract.ProductImport> {
  const one = await reading;
  if (!one) throw refuse.notFound(t("Import not found"));
  return importFor(one, role);
}

/** Turns file errors into messages for people. */
function refuseFile(error: unknown): never {
  if (error instanceof ImportError || error instanceof Unreadable) throw refuse.badInput(error.message);
  throw error;
}

function toRow({ known, name, sku, productId, cells, ...row }: ListedRow, mapping: contract.Mapping): ImportRow {
  /** For a refused row, only the cells of the file are known. */
  const cell = (field: contract.Field) => cells[mapping.indexOf(field)] ?? "";
  return { ...row, cells, name: name ?? cell("name"), sku: sku ?? cell("sku"), productId: known ? productId : null };
}
