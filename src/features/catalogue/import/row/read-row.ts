import { unprotect } from "#shared/csv.ts";
import { ID } from "#shared/id.ts";
import { asLine } from "#shared/line.ts";
import { plural, t } from "#words/t.ts";
import { isImageAddress } from "../../../files/rules.ts";
import { LONGEST as longest, MOST } from "../../admin/contract.ts";
import type { Result } from "../../fields/rules.ts";
import { readUnit } from "../../unit-price.ts";
import { splitDetails, splitList } from "../cells.ts";
import type { Field } from "../contract.ts";
import { htmlToText, looksLikeHtml } from "./html-text.ts";
import { plainNumber } from "./numbers.ts";
import { oneLine } from "./one-line.ts";
import { quoted, readPieces, readPrices, type Leave, type ReadCell } from "./read-figures.ts";
import { isPublication, readOwnFields, readPublication } from "./read-own-fields.ts";
import { readShelves, readSpanishShelves } from "./read-shelves.ts";
import { ALONE, type Reading, type Relatives, type Row } from "./row.ts";
import { isShortened, isSpreadsheetError, isTotal, valueOfError } from "./spreadsheet-errors.ts";
import { nameVariant } from "./variants.ts";

/** What a variant takes from its product if its own cell is empty. */
const INHERITED: ReadonlySet<Field> = new Set<Field>([
  ...(["name", "brand", "category", "sub_category", "category_paths", "type"] as const),
  ...(["description", "images", "more_details"] as const),
  ...(["name_es", "description_es", "more_details_es", "category_es", "sub_category_es"] as const),
]);
/** What the row of a total leaves empty. */
const DESCRIBING = ["unit", "brand", "type", "category", "sub_category", "category_paths", "barcode", "description", "images"] as const;
const OPTIONS = ["option", "option_2", "option_3"] as const;
const readBreak = (_: string, sign: string) => (sign === "n" ? "\n" : sign);

/** Reads and checks one row of the file. */
export function readRow(how: Reading, cells: readonly string[], { parent, pictures, group }: Relatives = ALONE): Result<Row> {
  const { mapping } = how;
  const { length } = cells;
  if (length !== mapping.length)
    return {
      ok: false,
      reason: plural(length, "has {count} cell instead of {columns}", "has {count} cells instead of {columns}", {
        columns: mapping.length,
      }),
    };
  const faults: string[] = [];
  const warnings: string[] = [];
  const leave = (field: string, why: string) => warnings.push(t("{field} {why}, so it was left out", { field, why }));
  // The shop's own files hold what people typed, even if it looks like HTML.
  const isOwn = mapping.includes("id");

  /** `null` if no column is mapped to the field. */
  const cell = (field: Field): string | null => {
    const place = mapping.indexOf(field);
    if (place < 0) return null;
    const own = unprotect(cells[place]!.trim());
    const ofError = isSpreadsheetError(own) ? valueOfError(field) : undefined;
    if (ofError !== undefined) return ofError;
    // Other systems write an apostrophe, as people do in spreadsheets, so that zeros in front stay.
    if (!isOwn && (field === "sku" || field === "barcode")) return own.replace(/^'(?=\d)/, "").replace(/^="(.*)"$/, "$1");
    return own === "" && parent && INHERITED.has(field) ? unprotect((parent[place] ?? "").trim()) : own;
  };
  /** A variant of a draft is no more published than that, whatever its own cell says. */
  const publication = (["published", "status"] as const).flatMap((field) => {
    const place = mapping.indexOf(field);
    if (place < 0) return [];
    const said = cells[place]!.trim();
    if (said !== "" && !isPublication(said) && !isSpreadsheetError(said))
      leave(field, t("{written} does not say whether the product is published", { written: quoted(said) }));
    return [said, parent?.[place]?.trim() ?? ""];
  });
  mapping.forEach((field, place) => {
    const isError = field !== null && isSpreadsheetError(cells[place]!.trim()) && valueOfError(field) !== undefined;
    if (isError) leave(field, `${quoted(cells[place]!.trim())} ${t("is an error of the spreadsheet")}`);
  });
  // WooCommerce writes line breaks of descriptions like this.
  const hasWrittenBreaks = mapping.includes("parent") || mapping.includes("category_paths");

  /** Only descriptions are HTML in other systems; in names, at most single characters are. */
  const asText = (field: Field, said: string): string => {
    const value = hasWrittenBreaks && field === "description" ? said.replaceAll(/\\(\\n|n)/g, readBreak) : said;
    if (isOwn || !looksLikeHtml(value)) return value;
    if (field === "description" || field === "description_es") return htmlToText(value);
    return value.includes("<") ? value : oneLine(htmlToText(value));
  };
  /** A text that may be left out if it is not usable. */
  const text = (field: Field, most: number): string | null => {
    const value = cell(field);
    const plain = value && asText(field, value);
    if (plain?.includes("\uFFFD")) leave(field, t("is not UTF-8 text"));
    else if (plain && plain.length > most) leave(field, t("is longer than {most} characters", { most }));
    else return plain;
    return null;
  };
  const line = (field: "brand" | "type" | "unit" | "name_es" | "unit_es"): string | null => {
    const value = text(field, longest[field === "name_es" ? "name" : field === "unit_es" ? "unit" : field]);
    return value === null ? null : asLine(value);
  };
  const needed = (field: "sku" | "name"): string | null => {
    const value = cell(field);
    if (value === null) return null;
    const plain = field === "name" ? asText(field, value) : value;
    if (isSpreadsheetError(value)) faults.push(`${field} ${quoted(value)} ${t("is an error of the spreadsheet")}`);
    if (field === "sku" && !isOwn && isShortened(value)) faults.push(`${field} ${quoted(value)} ${t("was shortened by the spreadsheet")}`);
    if (plain.length > longest[field]) faults.push(`${field} ${t("is longer than {most} characters", { most: longest[field] })}`);
    if (plain.includes("\uFFFD")) faults.push(`${field} ${t("is not UTF-8 text")}`);
    return asLine(plain);
  };

  const named = needed("name");
  if (named?.length === 0) faults.push(`name ${t("is empty")}`);
  const options = OPTIONS.flatMap((field) => cell(field) || []);
  const variant = nameVariant(named ?? "", options);
  const name = named === null ? null : variant.name;
  const ownUnit = line("unit") || (variant.unit ?? (cell("unit") === null ? null : ""));
  const unit = ownUnit || (readMeasure(cell) ?? ownUnit);
  const { fault: shelfFault, ...shelves } = readShelves(how, cell, faults);
  const { fault: priceFault, ...price } = readPrices(how, cell, leave, warnings);
  const id = cell("id");
  if (id && !ID.test(id)) faults.push(t("id {id} is not the id of a product in this shop", { id: quoted(id) }));
  let sku = needed("sku");
  const isSkuMade = !id && !sku && how.makeSku !== null && Boolean(name);
  if (isSkuMade) sku = how.makeSku!(name!, ownUnit || variant.label); // checked above
  const isDescribed = DESCRIBING.some((field) => cell(field));
  if (isSkuMade && isTotal(name!) && !isDescribed)
    faults.push(t("name {name} looks like a total. If it is a product, give it a SKU or a unit", { name: quoted(name!) })); // checked above
  if (!id && !sku) faults.unshift(`${mapping.includes("sku") ? "sku" : "id"} ${t("is empty")}`);

  const own = readOwnFields(how, cell, leave, warnings);
  const isPublished = own.hidden === null ? readPublication(publication) : null;
  if (isPublished === false) warnings.push(t("hidden, because it is not published in the other shop"));
  if (price.isPerKilo && own.soldBy === null)
    warnings.push(t("the price is per kilogram, so the product is sold by weight, and its stock counts steps of 100 g"));
  if (price.isPerKilo && own.soldBy === "piece") warnings.push(t("the price is per kilogram, but the product is sold by the piece"));
  const row: Row = {
    id,
    sku,
    name,
    brand: line("brand"),
    ...shelves,
    type: line("type"),
    unit,
    stock: readPieces(how, cell, leave, warnings),
    ...price,
    description: text("description", longest.description),
    image: readImages([cell("variant_image") ?? "", cell("images") ?? "", ...pictures], leave),
    moreDetails: readDetails("more_details", cell, leave),
    ...own,
    hidden: isPublished === false ? true : own.hidden,
    isPublished,
    group: group === "" ? null : group,
    groupLabel: group === "" ? null : variant.label.slice(0, longest.unit),
    nameEs: line("name_es"),
    unitEs: line("unit_es"),
    descriptionEs: text("description_es", longest.description),
    moreDetailsEs: readDetails("more_details_es", cell, leave),
    categoryEs: readSpanishShelves("category_es", cell, shelves.category, leave),
    subCategoryEs: readSpanishShelves("sub_category_es", cell, shelves.subCategory, leave),
    warnings,
    shelfFault,
    priceFault,
    isSkuMade,
  };
  return faults.length > 0
    ? { ok: false, reason: [...faults, shelfFault, priceFault].filter(Boolean).join("; ") }
    : { ok: true, value: row };
}

/** What a pack holds, as Shopify writes it to compare prices: `250` and `g`. */
function readMeasure(cell: ReadCell): string | null {
  const amount = Number(plainNumber(cell("measure") ?? "") ?? Number.NaN);
  const size = `${amount} ${cell("measure_unit") ?? ""}`;
  return amount > 0 && readUnit(size) ? size : null;
}

function readImages(lists: readonly string[], leave: Leave): string[] | null {
  // WooCommerce separates addresses by commas.
  const said = lists.flatMap((list) => splitList(list.replaceAll(/,\s*(?=https?:\/\/)/g, " "), "space"));
  const images = [...new Set(said)].filter((address) => {
    const fits = isImageAddress(address);
    if (!fits) leave("images", t("{address} is neither an https address nor one of the shop's own", { address: quoted(address) }));
    return fits;
  });
  if (images.length > MOST.images) leave("images", t("has more than {most}; the rest were skipped", { most: MOST.images }));
  return images.length > 0 ? images.slice(0, MOST.images) : null;
}

function readDetails(field: "more_details" | "more_details_es", cell: ReadCell, leave: Leave): Record<string, string> | null {
  const written = cell(field);
  if (written === null) return null;
  const details = splitDetails(written);
  if (!details.ok) {
    leave(field, details.reason);
    return null;
  }
  const entries = Object.entries(details.value);
  if (entries.length > MOST.details) leave(field, t("has more than {most} fields", { most: MOST.details }));
  else if (entries.some(([name, text]) => name.length > longest.shelf || text.length > longest.detail))
    leave(
      field,
      t("has a field that is longer than {most} characters, or a name longer than {mostOfName}", {
        most: longest.detail,
        mostOfName: longest.shelf,
      }),
    );
  else return details.value;
  return null;
}
