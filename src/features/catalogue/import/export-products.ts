import { sql } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { csvReport } from "#server/http/csv-report.ts";
import { BOM, csvLine, unprotect } from "#shared/csv.ts";
import { formatAmount, toPercent } from "#shared/money.ts";
import { seesCosts, type Role } from "#shared/roles.ts";
import { t, type Text } from "#words/t.ts";
import type { Synonyms } from "../../search/engine/expand.ts";
import { searchAll } from "../../search/engine/search-all.ts";
import type { SearchIndex } from "../../search/engine/search-index.ts";
import { joinDetails, joinList } from "./cells.ts";
import { FIELDS, type OwnField } from "./contract.ts";
import { cellsFor, shownPlaces } from "./costs.ts";
import type { KnownProduct, ShelfNames } from "./whole-product.ts";
import { readWholeProducts } from "./product-store.ts";
import { readChecked } from "./row-store.ts";
import type { StoredImport } from "./store.ts";
import { readSkips } from "./undo/store.ts";

/** Products or rows per query. */
const PAGE = 500;

/** The shop's products, or all that a search finds, as CSV. Read page by page, as fast as the client consumes them. */
export async function* exportCsv(index: SearchIndex, text: string, synonyms: Synonyms, role: Role): AsyncGenerator<string> {
  const fields = fieldsFor(role);
  yield BOM + csvLine(fields);
  for await (const products of text.trim() ? found(index, text, synonyms) : everything(index.db))
    yield products.map((product) => toLine(product, fields)).join("");
}

async function* everything(db: Db): AsyncGenerator<KnownProduct[]> {
  for (let last = ""; ;) {
    const products = await readWholeProducts(db, sql`p.deleted_at is null and p.id > ${last}`, PAGE);
    if (products.length > 0) yield products;
    if (products.length < PAGE) return;
    last = products.at(-1)!.id;
  }
}

async function* found(index: SearchIndex, text: string, synonyms: Synonyms): AsyncGenerator<KnownProduct[]> {
  for await (const ids of searchAll(index, text, PAGE, { synonyms })) {
    const known = await readWholeProducts(index.db, sql`p.deleted_at is null and p.id = any(${sql.param(ids)})`);
    const byId = new Map(known.map((product) => [product.id, product]));
    yield ids.flatMap((id) => byId.get(id) ?? []);
  }
}

/** The columns that somebody gets. */
const fieldsFor = (role: Role): OwnField[] => FIELDS.filter((field) => field !== "cost_price" || seesCosts(role));

type Cells = Record<OwnField, string>;

function toLine(product: KnownProduct, fields: readonly OwnField[]): string {
  const { id, sku, name, brand, type, unit, description } = product;
  const cells: Cells = {
    id,
    sku: sku ?? "",
    name,
    brand,
    type,
    unit,
    description,
    category: joinList(product.category),
    sub_category: joinList(product.subCategory),
    stock: String(product.stock),
    price: formatAmount(product.priceCents),
    discount: String(toPercent(product.discountHundredths)),
    images: joinList(product.image, " "),
    more_details: joinDetails(product.moreDetails),
    barcode: product.barcode ?? "",
    cost_price: product.costCents === null ? "" : formatAmount(product.costCents),
    hidden: product.hidden ? "yes" : "no",
    sold_by: product.soldBy,
    name_es: product.nameEs,
    unit_es: product.unitEs,
    description_es: product.descriptionEs,
    more_details_es: joinDetails(product.moreDetailsEs),
    category_es: joinSpanish(product.category, product.categoryEs),
    sub_category_es: joinSpanish(product.subCategory, product.subCategoryEs),
  };
  return csvLine(fields.map((field) => cells[field]));
}

/** The Spanish names of shelves in their order, with the English one where there is none; empty if none has one. */
function joinSpanish(names: readonly string[], spanish: ShelfNames): string {
  return names.some((name) => spanish[name]) ? joinList(names.map((name) => spanish[name] ?? name)) : "";
}

/** A file with every column that somebody may import, and two example products. */
export function templateCsv(role: Role): string {
  const apple: Cells = {
    id: "",
    sku: "APPLE-1",
    name: "Gala apples",
    brand: "Orchard",
    category: "Fruit & Vegetables",
    sub_category: "Fresh Fruit",
    type: "Fruit",
    unit: "1 kg",
    stock: "40",
    price: "3.49",
    discount: "10",
    description: "Crisp and sweet.",
    images: "https://example.com/apples.jpg",
    more_details: "Origin: Peru\nKeep: cool and dry",
    barcode: "4006381333931",
    cost_price: "2.10",
    hidden: "no",
    sold_by: "piece",
    name_es: "Manzanas Gala",
    unit_es: "1 kg",
    description_es: "Crocantes y dulces.",
    more_details_es: "Origen: Perú\nConservación: lugar fresco y seco",
    category_es: "Frutas y verduras",
    sub_category_es: "Frutas frescas",
  };
  const bread: Cells = {
    id: "",
    sku: "BREAD-7",
    name: "Country bread",
    brand: "",
    category: "Bakery | Breakfast",
    sub_category: "Bread",
    type: "",
    unit: "750 g",
    stock: "12",
    price: "4.20",
    discount: "0",
    description: "Baked every morning.",
    images: "",
    more_details: "",
    barcode: "",
    cost_price: "",
    hidden: "no",
    sold_by: "piece",
    name_es: "",
    unit_es: "",
    description_es: "",
    more_details_es: "",
    category_es: "",
    sub_category_es: "",
  };
  // Ids only apply to products that already exist.
  const columns = fieldsFor(role).filter((field) => field !== "id");
  const lines = [apple, bread].map((cells) => columns.map((field) => cells[field]));
  return BOM + [columns, ...lines].map(csvLine).join("");
}

/** The refused rows of a file as they were, without what somebody may not see, each followed by its line number and the reason. */
export function refusedCsv(db: Db, file: StoredImport, role: Role, problem?: string): AsyncGenerator<string> {
  // The file is written later, outside the request's context.
  const shown = shownPlaces(file, role);
  const heading = [...shown.map((place) => file.columns[place]!.name), t("line [of a file]"), t("reason")];
  const cellsOf = (cells: readonly string[]) => {
    const readable = cellsFor(cells, file, role);
    // Pad or cut rows of the wrong length, so that the reason is below its header.
    return shown.map((place) => unprotect(readable[place] ?? ""));
  };
  return refused(db, file.id, heading, cellsOf, problem);
}

async function* refused(
  db: Db,
  id: string,
  heading: readonly string[],
  cellsOf: (cells: readonly string[]) => string[],
  problem?: string,
): AsyncGenerator<string> {
  yield BOM + csvLine(heading);
  for (let last = 0; ;) {
    const rows = await readChecked(db, id, "refused", last, PAGE, problem);
    const lines = rows.map(({ cells, line, reason }) => csvLine([...cellsOf(cells), String(line), reason]));
    if (lines.length > 0) yield lines.join("");
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.no;
  }
}

const SKIPPED_COLUMNS: readonly Text[] = ["id", "name", "reason"];

/** The products that undoing an import left alone. */
export function skippedCsv(db: Db, importId: string): AsyncGenerator<string> {
  const readPage = async (last = "") => {
    const rows = await readSkips(db, importId, last, PAGE);
    return { rows, next: rows.length < PAGE ? undefined : rows.at(-1)?.productId };
  };
  return csvReport(SKIPPED_COLUMNS, readPage, ({ productId, name, reason }) => csvLine([productId, name, reason]));
}
