import { ID } from "#shared/id.ts";
import { readUnit } from "../../unit-price.ts";
import { FIELDS, IMPORT_FIELDS, type Field, type FileColumn, type Mapping } from "../contract.ts";
import { looksLikeHtml } from "../row/html-text.ts";
import { plainNumber } from "../row/numbers.ts";
import { isPublication } from "../row/read-own-fields.ts";
import { bareHeading, doubtfulPrices, HEADINGS } from "./headings.ts";

const OWN: readonly string[] = FIELDS;

/**
 * Guesses what the columns contain: the shop's own names first, then those of other systems. Each field is taken from one column only,
 * and only if the column's values look like it. What may be the shop's own cost is left to a person.
 */
export function guessMapping(columns: readonly FileColumn[]): Mapping {
  const bare = columns.map(({ name }) => bareHeading(name));
  const doubtful = doubtfulPrices(bare);
  const mapping: Mapping = columns.map(() => null);
  const take = (field: Field, names: readonly string[], canBe = fits) => {
    if (mapping.includes(field)) return;
    for (const name of names) {
      const isFree = (at: number) => mapping[at] === null && !doubtful.includes(at);
      const place = columns.findIndex((column, at) => bare[at] === name && isFree(at) && canBe(field, column));
      if (place < 0) continue;
      mapping[place] = field;
      return;
    }
  };
  for (const field of IMPORT_FIELDS) if (OWN.includes(field)) take(field, [bareHeading(field)]);
  for (const field of IMPORT_FIELDS) take(field, HEADINGS[field] ?? []);
  // Values that nobody understands are better said than left out: their products may not be for sale.
  for (const field of ["published", "status"] as const) take(field, HEADINGS[field] ?? [], () => true);
  return settleRest(columns, mapping);
}

/** WooCommerce's words for kinds of rows. */
const ROW_TYPE = /^(?:simple|variable|variation|grouped|external)\b/i;

/** Whether a column's values can be what its name says. */
function fits(field: Field, { name, samples }: FileColumn): boolean {
  // A question is answered by yes or no: `¿Existencias?` beside `Inventario`.
  if (name.includes("?") && field !== "in_stock" && field !== "published") return false;
  const all = (test: (sample: string) => boolean) => samples.every(test);
  switch (field) {
    // Many files have an `id` column with ids from another system.
    case "id":
      return samples.length > 0 && all((sample) => ID.test(sample));
    // A column called Quantity or Size may be either.
    case "stock":
      return !samples.some((sample) => plainNumber(sample) === null && readUnit(sample));
    // Lists may number their rows in a column called Item.
    case "name":
      return bareHeading(name) !== "item" || samples.length === 0 || !all((sample) => plainNumber(sample) !== null);
    case "type":
      return samples.length === 0 || !all((sample) => ROW_TYPE.test(sample));
    case "published":
    case "status":
      return all(isPublication);
    case "category_paths":
      return samples.length > 0;
    default:
      return true;
  }
}

/** Truncated samples end with an ellipsis. */
const isName = (sample: string) => !sample.endsWith("…") && !/[\r\n]/.test(sample) && !looksLikeHtml(sample);

/** If a column that products need is missing, another one may do. */
function settleRest(columns: readonly FileColumn[], mapping: Mapping): Mapping {
  const settled = [...mapping];
  const isEmpty = (place: number) => columns[place]!.samples.length === 0;
  const place = (field: Field) => settled.indexOf(field);
  // An unused column, such as Shopify's Product Category in many shops.
  if (place("category") >= 0 && isEmpty(place("category")) && bareHeading(columns[place("category")]!.name) !== "category")
    settled[place("category")] = null;
  if (place("category") < 0 && place("category_paths") < 0 && place("type") >= 0 && !isEmpty(place("type")))
    settled[place("type")] = "category";
  // A shelf without another one above it.
  const shelf = place("sub_category");
  if (place("category") < 0 && place("category_paths") < 0 && shelf >= 0 && !/^(?:sub|unter)/.test(bareHeading(columns[shelf]!.name)))
    settled[shelf] = "category";
  if (place("category_paths") >= 0 && place("category") >= 0) settled[place("category_paths")] = null;
  if (place("category_paths") >= 0 && place("sub_category") >= 0) settled[place("category_paths")] = "category";
  // Price lists often call the name a description.
  if (place("name") < 0 && place("description") >= 0 && columns[place("description")]!.samples.every(isName))
    settled[place("description")] = "name";
  // A pack size called Quantity.
  if (place("unit") < 0) {
    const sizes = columns.findIndex(
      ({ name, samples }, at) =>
        settled[at] === null && /^(?:quantity|qty|cantidad|menge)$/.test(bareHeading(name)) && samples.some((one) => readUnit(one)),
    );
    if (sizes >= 0) settled[sizes] = "unit";
  }
  return settled;
}
