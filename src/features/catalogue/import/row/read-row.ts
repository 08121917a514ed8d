import { unprotect } from "#shared/csv.ts";
import { asLine } from "#shared/line.ts";
import { plural, t } from "#words/t.ts";
import { isImageAddress } from "../../../files/rules.ts";
import { LONGEST as longest, MOST } from "../../admin/contract.ts";
import type { Result } from "../../fields/rules.ts";
import { splitDetails, splitList } from "../cells.ts";
import type { Field, Mapping } from "../contract.ts";
import { htmlToText, looksLikeHtml } from "./html-text.ts";
import type { Decimals } from "./numbers.ts";
import { quoted, readPieces, readPrices, type Leave, type ReadCell } from "./read-figures.ts";
import { readOwnFields } from "./read-own-fields.ts";
import { shelvesOf, splitPaths, type Shelves } from "./shelf-paths.ts";
import { nameVariant } from "./variants.ts";

/** A row's values for a product. `null` means not given, so an existing product keeps its value. */
export interface Row {
  /** The shop's own id. */
  id: string | null;
  /** Empty for no sku. */
  sku: string | null;
  name: string | null;
  brand: string | null;
  category: string[] | null;
  subCategory: string[] | null;
  type: string | null;
  unit: string | null;
  stock: number | null;
  priceCents: number | null;
  discountHundredths: number | null;
  description: string | null;
  image: string[] | null;
  moreDetails: Record<string, string> | null;
  barcode: string | null;
  costCents: number | null;
  hidden: boolean | null;
  soldBy: string | null;
  /** The products that differ from this one in size or flavor only share this; empty for none. */
  group: string | null;
  /** What sets it apart in its group. */
  groupLabel: string | null;
  nameEs: string | null;
  unitEs: string | null;
  descriptionEs: string | null;
  moreDetailsEs: Record<string, string> | null;
  /** The Spanish names of `category`, in its order. */
  categoryEs: string[] | null;
  subCategoryEs: string[] | null;
  /** Cells that were left out or read differently than written, and why. */
  warnings: string[];
  /** Why the price cannot be read; otherwise empty. A known product keeps its price. */
  priceFault: string;
  /** The number was made from name and unit. */
  isSkuMade: boolean;
}

/** How the cells of a file are read. */
export interface Reading {
  mapping: Mapping;
  /** Most cells of the column write numbers like this. */
  decimals: readonly (Decimals | undefined)[];
  /** `Category > Subcategory` for products without; empty for none. */
  shelf: string;
  /** Makes a number for rows that have neither sku nor id. */
  makeSku: ((name: string, unit: string) => string) | null;
}

/** What other rows of the file add to one. */
export interface Relatives {
  /** The row whose values it inherits. */
  parent: readonly string[] | null;
  /** Picture cells of rows that only hold pictures of this product. */
  pictures: readonly string[];
  /** What its group is known by; empty for none. */
  group: string;
}

export const ALONE: Relatives = { parent: null, pictures: [], group: "" };

/** What a variant takes from its product where its own cell is empty. */
const INHERITED: ReadonlySet<Field> = new Set<Field>([
  ...(["name", "brand", "category", "sub_category", "category_paths", "type"] as const),
  ...(["description", "images", "more_details", "published"] as const),
  ...(["name_es", "description_es", "more_details_es", "category_es", "sub_category_es"] as const),
]);
const OPTIONS = ["option", "option_2", "option_3"] as const;
/** Collapses whitespace and line breaks, so that texts can be compared. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

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
  // The shop's own files hold what people typed, also if it looks like HTML.
  const isOwn = mapping.includes("id");

  /** `null` if no column is mapped to the field. */
  const cell = (field: Field): string | null => {
    const place = mapping.indexOf(field);
    if (place < 0) return null;
    const own = unprotect(cells[place]!.trim());
    // Other systems write an apostrophe, as people do in spreadsheets, so that zeros in front stay.
    if (!isOwn && (field === "sku" || field === "barcode")) return own.replace(/^'(?=\d)/, "");
    return own === "" && parent && INHERITED.has(field) ? unprotect((parent[place] ?? "").trim()) : own;
  };
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
    if (plain.length > longest[field]) faults.push(`${field} is longer than ${longest[field]} characters`);
    if (plain.includes("\uFFFD")) faults.push(`${field} ${t("is not UTF-8 text")}`);
    return asLine(plain);
  };

  const named = needed("name");
  if (named?.length === 0) faults.push("name is empty");
  const options = OPTIONS.flatMap((field) => cell(field) || []);
  const variant = nameVariant(named ?? "", options);
  const name = named === null ? null : variant.name;
  const unit = line("unit") || (variant.unit ?? (mapping.includes("unit") ? "" : null));
  const shelves = readShelves(how, cell, faults);
  const { fault: priceFault, ...price } = readPrices(how, cell, leave, warnings);
  const id = cell("id");
  if (id && !/^[0-9a-f]{32}$/.test(id)) faults.push(`id ${quoted(id)} is not the id of a product in this shop`);
  let sku = needed("sku");
  const isSkuMade = !id && !sku && how.makeSku !== null && Boolean(name);
  if (isSkuMade) sku = how.makeSku!(name!, [unit, ...(unit ? [] : [variant.label])].join("")); // checked above
  if (!id && !sku) faults.unshift(`${mapping.includes("sku") ? "sku" : "id"} is empty`);
  if (/^(?:-1|0|false|no|nein|draft|archived)$/i.test(cell("published") ?? "")) faults.push("not published in the other shop");

  const row: Row = {
    id,
    sku,
    name,
    brand: line("brand"),
    category: shelves && shelves.category,
    subCategory: shelves && shelves.subCategory,
    type: line("type"),
    unit,
    stock: readPieces(how, cell, leave, warnings),
    ...price,
    description: text("description", longest.description),
    image: readImages([cell("images") ?? "", ...pictures], leave),
    moreDetails: readDetails("more_details", cell, leave),
    ...readOwnFields(how, cell, leave),
    group: group === "" ? null : group,
    groupLabel: group === "" ? null : variant.label.slice(0, longest.unit),
    nameEs: line("name_es"),
    unitEs: line("unit_es"),
    descriptionEs: text("description_es", longest.description),
    moreDetailsEs: readDetails("more_details_es", cell, leave),
    categoryEs: readSpanishShelves("category_es", cell, shelves.category, leave),
    subCategoryEs: readSpanishShelves("sub_category_es", cell, shelves.subCategory, leave),
    warnings,
    priceFault,
    isSkuMade,
  };
  return faults.length > 0 ? { ok: false, reason: [...faults, priceFault].filter(Boolean).join("; ") } : { ok: true, value: row };
}

/** Names of shelves in their own columns, in one column of paths, or the default shelf. */
function readShelves(how: Reading, cell: ReadCell, faults: string[]): { category: string[] | null; subCategory: string[] | null } {
  const hasBoth = how.mapping.includes("sub_category");
  const paths = cell("category_paths");
  const category = cell("category");
  let shelves: Partial<Shelves>;
  if (hasBoth) {
    const names = (text: string | null) => (text === null ? {} : { names: cleanNames(splitList(text)) });
    shelves = { ...asCategory(names(category).names), ...asSubCategory(names(cell("sub_category")).names) };
  } else if (paths === null && category === null) shelves = {};
  else {
    const said = shelvesOf(cleanNames([...splitList(category ?? ""), ...splitPaths(paths ?? "").flatMap((path) => splitList(path))]));
    shelves = said;
  }
  const isMissing = !shelves.category?.length && !shelves.subCategory?.length;
  if (isMissing && how.shelf) shelves = shelvesOf([how.shelf]);
  else {
    if (shelves.category?.length === 0) faults.push(`category ${t("is empty")}`);
    if (hasBoth && shelves.subCategory?.length === 0) faults.push(`sub_category ${t("is empty")}`);
  }
  for (const [field, names] of [["category", shelves.category] as const, ["sub_category", shelves.subCategory] as const]) {
    if (names?.some((name) => name.length > longest.shelf))
      faults.push(`${field} ${t("is longer than {most} characters", { most: longest.shelf })}`);
    if (names?.some((name) => name.includes("\uFFFD"))) faults.push(`${field} ${t("is not UTF-8 text")}`);
    if (names && names.length > MOST.shelves) faults.push(`${field} ${t("names more than {most}", { most: MOST.shelves })}`);
  }
  return { category: shelves.category ?? null, subCategory: shelves.subCategory ?? null };
}

const asCategory = (names: string[] | undefined) => (names ? { category: names } : {});
const asSubCategory = (names: string[] | undefined) => (names ? { subCategory: names } : {});

function cleanNames(names: readonly string[]): string[] {
  const clean = names.map((name) => oneLine(asLine(name))).filter((name) => name !== "");
  return [...new Map(clean.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed();
}

function readImages(lists: readonly string[], leave: Leave): string[] | null {
  // WooCommerce separates addresses by commas.
  const said = lists.flatMap((list) => splitList(list.replaceAll(/,\s*(?=https?:\/\/)/g, " "), "space"));
  const images = [...new Set(said)].filter((address) => {
    const fits = isImageAddress(address);
    if (!fits) leave("images", t("{address} is neither an https address nor one of the shop's own", { address: quoted(address) }));
    return fits;
  });
  if (images.length > MOST.images) leave("images", t("are more than {most}: the rest is too many", { most: MOST.images }));
  return images.length > 0 ? images.slice(0, MOST.images) : null;
}

/** One name for each shelf of the row. */
function readSpanishShelves(
  field: "category_es" | "sub_category_es",
  cell: ReadCell,
  shelves: readonly string[] | null,
  leave: Leave,
): string[] | null {
  const names = splitList(cell(field) ?? "").map((name) => oneLine(asLine(name)));
  if (names.length === 0) return null;
  if (names.some((name) => name.length > longest.shelf)) leave(field, t("is longer than {most} characters", { most: longest.shelf }));
  else if (names.some((name) => name === "" || name.includes("\uFFFD"))) leave(field, t("is not UTF-8 text"));
  else if (names.length !== shelves?.length)
    leave(field, field === "category_es" ? t("needs one name for each category") : t("needs one name for each sub category"));
  else return names;
  return null;
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
