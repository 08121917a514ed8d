import { toPercent } from "#shared/money.ts";
import { plural, t } from "#words/t.ts";
import { differences, type Fields } from "../../audit/rules.ts";
import type { ShelfKind } from "../shelf-tables.ts";
import { NEEDED, type Outcome } from "./contract.ts";
import { oneLine } from "./row/one-line.ts";
import { aboveThePrice, discountOf } from "./row/read-figures.ts";
import type { Row } from "./row/row.ts";
import { NEW, toFields, type KnownProduct, type WholeProduct } from "./whole-product.ts";

/** What the shop knows about a row. */
export interface Surroundings {
  known: KnownProduct | undefined;
  /** The line of an earlier row with the same product or sku. */
  earlier: { line: number; why: "sku" | "product" } | undefined;
  /** A different product that already has the sku. */
  skuOwner: string | undefined;
  /** Who has the row's barcode already: another product, or an earlier line; empty if nobody has it. */
  barcodeOwner: string;
  /** Pictures that the row refers to and the shop does not have. */
  missingPictures: readonly string[];
  /** The shop's spelling of a shelf name, or the row's own if the shelf is new. */
  shelfName: (kind: ShelfKind, name: string) => string;
  /** The Spanish name of one of the shop's shelves; empty if it has none, or is new. */
  spanishShelfName: (kind: ShelfKind, name: string) => string;
  /** Stock of a new product without a stock value. */
  defaultStock: number;
}

/** The outcome of a row and, unless it is refused, the complete product to write. */
export interface Judged {
  outcome: Outcome;
  reason: string;
  warnings: readonly string[];
  before: Fields;
  after: Fields;
  next?: WholeProduct;
}

const refused = (reason: string): Judged => ({ outcome: "refused", reason, warnings: [], before: {}, after: {} });

/** Checks a row that was read successfully. */
export function judgeRow(said: Row, around: Surroundings): Judged {
  const { known, earlier, skuOwner, missingPictures } = around;
  const row = known ? onItsShelves(said, known, around) : said;
  if (earlier && row.isSkuMade) return refused(t("name and unit are the same as in line {line}", { line: earlier.line }));
  if (earlier?.why === "sku") return refused(t("sku {sku} is also in line {line}", { sku: JSON.stringify(row.sku), line: earlier.line }));
  if (earlier) return refused(t("{field} is of the same product as line {line}", { field: row.id ? "id" : "sku", line: earlier.line }));
  if (known?.deleted) return refused(t("id belongs to a deleted product: restore it, or empty the id"));
  if (skuOwner !== undefined)
    return refused(t("sku {sku} belongs to another product ({owner})", { sku: JSON.stringify(row.sku), owner: JSON.stringify(skuOwner) }));
  if (missingPictures.length > 0)
    return refused(
      t("images: {picture} is no longer in the shop. Upload it again, or empty the cell", { picture: JSON.stringify(missingPictures[0]) }),
    );
  if (!known) {
    const faults = [row.shelfFault, row.priceFault].filter(Boolean);
    if (faults.length > 0) return refused(faults.join("; "));
    const { category, subCategory, ...plain } = row;
    const has = { ...plain, category, sub_category: subCategory, price: row.priceCents };
    const missing = NEEDED.filter((field) => has[field] === null);
    if (missing.length > 0)
      return refused(
        plural(
          missing.length,
          "{fields}: required for new products, but the file has no column for it",
          "{fields}: required for new products, but the file has no column for them",
          { fields: missing.join(", ") },
        ),
      );
  }
  const { barcodeOwner } = around;
  const next = nextOf(barcodeOwner ? { ...row, barcode: null } : row, known, around);
  const ofSale: string[] = [];
  if (row.saleCents !== null && row.saleCents > next.priceCents)
    ofSale.push(t("{field} {why}, so it was left out", { field: "sale_price", why: aboveThePrice(row.saleCents, next.priceCents) }));
  else if (row.saleCents !== null) next.discountHundredths = discountOf(row.discountHundredths, next.priceCents, row.saleCents, ofSale);
  const named = nameShelves(row, next, around);
  const warnings = [
    ...row.warnings,
    ...ofSale,
    ...named.warnings,
    ...(row.priceFault ? [t("{fault}, so it was left out", { fault: row.priceFault })] : []),
    ...(row.isPublished && known?.hidden
      ? [t("stays hidden, although it is published in the other shop. To sell it, show it under Product")]
      : []),
    ...(barcodeOwner
      ? [t("barcode {code} belongs to {owner}, so it was left out", { code: JSON.stringify(row.barcode), owner: barcodeOwner })]
      : []),
  ];
  if (!known) return { outcome: "added", reason: "", warnings, before: {}, after: { ...toFields(next), ...named.after }, next };
  const { before, after } = differences({ ...toFields(known), ...always(known) }, { ...toFields(next), ...always(next), ...named.after });
  if ("discount" in after && known.offer) {
    before["offer"] = toOffer(known.offer);
    after["offer"] = null;
  }
  return { outcome: Object.keys(after).length > 0 ? "changed" : "same", reason: "", warnings, before, after, next };
}

/** A known product stays on the shelves that its row does not name. On another category, an empty sub category is one of its name. */
function onItsShelves(row: Row, known: KnownProduct, { shelfName }: Surroundings): Row {
  const isMoved = row.saysCategory && shelves(row.category, known.category, (name) => shelfName("category", name)) !== known.category;
  return {
    ...row,
    ...(!row.saysCategory && { category: null, categoryEs: null }),
    ...(!row.saysSubCategory && !isMoved && { subCategory: null, subCategoryEs: null }),
  };
}

const toOffer = ({ discountHundredths, ...dates }: NonNullable<KnownProduct["offer"]>) => ({
  discount: toPercent(discountHundredths),
  ...dates,
});

/**
 * Gives shelves without a Spanish name the one that the row has for them, and says so. An existing Spanish name stays: it is changed under
 * Category and Sub Category.
 */
function nameShelves(row: Row, next: WholeProduct, { shelfName, spanishShelfName }: Surroundings): { after: Fields; warnings: string[] } {
  const after: Fields = {};
  const warnings: string[] = [];
  for (const [kind, field] of [
    ["category", "category_es"],
    ["subCategory", "sub_category_es"],
  ] as const) {
    const shelves = (row[kind] ?? []).map((name) => shelfName(kind, name));
    const said = (row[`${kind}Es`] ?? []).map((name, place) => ({ name, shelf: shelves[place]! })); // as many as shelves
    const own = said.filter(({ name, shelf }) => {
      const known = spanishShelfName(kind, shelf);
      if (known !== "" && known !== name)
        warnings.push(
          t("{field} {name} was left out: {shelf} has another Spanish name", {
            field,
            name: JSON.stringify(name),
            shelf: JSON.stringify(shelf),
          }),
        );
      return known === "" && name !== shelf;
    });
    next[`${kind}Es`] = Object.fromEntries(own.map(({ name, shelf }) => [shelf, name]));
    if (own.length > 0) after[field] = own.map(({ name }) => name);
  }
  return { after, warnings };
}

function nextOf(row: Row, known: KnownProduct | undefined, { shelfName, defaultStock }: Surroundings): WholeProduct {
  const was = known ?? { ...NEW, stock: defaultStock };
  const sku = text(row.sku, was.sku ?? "", oneLine);
  return {
    sku: sku === "" ? null : sku,
    name: text(row.name, was.name, oneLine),
    brand: text(row.brand, was.brand, oneLine),
    type: text(row.type, was.type, oneLine),
    unit: text(row.unit, was.unit, oneLine),
    description: text(row.description, was.description, inUnixLines),
    category: shelves(row.category, was.category, (name) => shelfName("category", name)),
    subCategory: shelves(row.subCategory, was.subCategory, (name) => shelfName("subCategory", name)),
    paths: row.paths && row.paths.length > 1 ? row.paths : undefined,
    stock: row.stock ?? was.stock,
    priceCents: row.priceCents ?? was.priceCents,
    discountHundredths: row.discountHundredths ?? was.discountHundredths,
    image: row.image ?? was.image,
    moreDetails: row.moreDetails ?? was.moreDetails,
    barcode: row.barcode ?? was.barcode,
    costCents: row.costCents ?? was.costCents,
    hidden: row.hidden ?? was.hidden,
    soldBy: row.soldBy ?? (row.isPerKilo && was.soldBy === "piece" ? "weight" : was.soldBy),
    group: row.group ?? was.group,
    groupLabel: row.groupLabel ?? was.groupLabel,
    nameEs: text(row.nameEs, was.nameEs, oneLine),
    unitEs: text(row.unitEs, was.unitEs, oneLine),
    descriptionEs: text(row.descriptionEs, was.descriptionEs, inUnixLines),
    moreDetailsEs: row.moreDetailsEs ?? was.moreDetailsEs,
    categoryEs: {},
    subCategoryEs: {},
  };
}

const inUnixLines = (words: string) => words.replaceAll("\r\n", "\n").trim();

/** Ignores differences in whitespace, which spreadsheets introduce by themselves. */
function text(said: string | null, was: string, bare: (words: string) => string): string {
  return said === null || bare(said) === bare(was) ? was : said;
}

/** Ignores the order of shelves. */
function shelves(said: readonly string[] | null, was: string[], nameOf: (name: string) => string): string[] {
  if (said === null) return was;
  const names = [...new Set(said.map(nameOf))];
  return names.length === was.length && names.every((name) => was.includes(name)) ? was : names;
}

/** Fields whose usual value is not shown, unless it is a change. */
const always = ({ hidden, soldBy }: WholeProduct): Fields => ({ hidden, sold_by: soldBy });
