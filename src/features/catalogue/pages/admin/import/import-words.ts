import { t } from "#words/t.ts";
import { language } from "#words/language.ts";
import { IMPORT_FIELDS, type Field, type Outcome, type Problem } from "../../../import/contract.ts";
import { problemInWords } from "../../../import/words.ts";

/** Title and hint for each field a column can be mapped to. */
export const FIELD_WORDS: Record<Field, { name: string; hint: string }> = {
  id: { name: t("Id"), hint: t("The shop's own number, from an export") },
  sku: { name: t("SKU"), hint: t("Your own product number") },
  name: { name: t("Name"), hint: "" },
  brand: { name: t("Brand"), hint: "" },
  category: { name: t("Category"), hint: t("Several are separated by |. New ones are created.") },
  sub_category: { name: t("Sub category"), hint: t("Several are separated by |. New ones are created.") },
  type: { name: t("Type"), hint: t("Helps the search") },
  unit: { name: t("Unit"), hint: t("Such as 500 g") },
  stock: { name: t("Stock"), hint: t("Pieces") },
  price: { name: t("Price"), hint: t("Before the discount") },
  discount: { name: t("Discount"), hint: t("Percent") },
  description: { name: t("Description"), hint: "" },
  images: { name: t("Pictures"), hint: t("https addresses, separated by spaces") },
  more_details: { name: t("Extra fields"), hint: t("One per line, such as Origin: Peru") },
  barcode: { name: t("Barcode"), hint: t("8, 12, 13 or 14 digits") },
  cost_price: { name: t("Cost price"), hint: t("What it costs you; only admins see it") },
  hidden: { name: t("Hidden"), hint: t("Yes or no") },
  sold_by: { name: t("Sold by"), hint: t("Piece, weight, or what a piece weighs, such as 300 g") },
  name_es: { name: t("Spanish name"), hint: t("Shown on the Spanish pages") },
  unit_es: { name: t("Spanish unit"), hint: t("Such as 6 unidades") },
  description_es: { name: t("Spanish description"), hint: "" },
  more_details_es: { name: t("Spanish extra fields"), hint: t("One per line, such as Origen: Perú") },
  category_es: { name: t("Spanish category"), hint: t("For categories that have no Spanish name yet") },
  sub_category_es: { name: t("Spanish sub category"), hint: t("For sub categories that have no Spanish name yet") },
  sale_price: { name: t("Sale price"), hint: t("What is paid now; the price becomes the old one") },
  compare_at_price: { name: t("Compare-at price"), hint: t("The old price, if it is higher") },
  category_paths: { name: t("Category paths"), hint: t("Such as Food > Dairy, with commas between several") },
  in_stock: { name: t("In stock, yes or no"), hint: t("No means 0 pieces") },
  stock_tracker: { name: t("Stock tracker"), hint: t("Empty means that a stock of 0 is not meant") },
  published: { name: t("Published, yes or no"), hint: t("No hides the product from shoppers") },
  status: { name: t("Status in the other shop"), hint: t("Drafts are hidden from shoppers") },
  group: { name: t("Same product (handle)"), hint: t("Rows with the same value are sizes or pictures of one product") },
  parent: { name: t("Parent product"), hint: t("The number of the product that a size belongs to") },
  option: { name: t("Size or flavor"), hint: t("Such as 500 g") },
  option_2: { name: t("Second option"), hint: "" },
  option_3: { name: t("Third option"), hint: "" },
  variant_image: { name: t("Picture of the size or flavor"), hint: t("Shown before the other pictures") },
  sale_from: { name: t("Start of the sale"), hint: t("A sale price that has not begun is left out") },
  sale_until: { name: t("End of the sale"), hint: t("A sale price that is over is left out") },
  measure: { name: t("Amount for the unit price"), hint: t("Such as 500; fills an empty unit") },
  measure_unit: { name: t("Unit of that amount"), hint: t("Such as g or ml") },
};

export const OUTCOME_WORDS: Record<Outcome, { name: string; tone: "green" | "blue" | "grey" | "red" }> = {
  added: { name: t("Added"), tone: "green" },
  changed: { name: t("Changed"), tone: "blue" },
  same: { name: t("Unchanged"), tone: "grey" },
  refused: { name: t("Refused"), tone: "red" },
};

const NAMED =
  /\b(?:(?:name|unit|description|more_details|category|sub_category)_es|sub_category|more_details|cost_price|sold_by|sale_price|compare_at_price)\b/g;

/** Where a problem names a field: at its beginning, and after another problem. */
const FIRST = new RegExp(`(?<=^|; )(?:${IMPORT_FIELDS.join("|")})(?=[ :,])`, "g");

/** Problems name the shop's fields; people read their titles. */
export const inWords = (text: string) =>
  language() === "es"
    ? text.replaceAll(FIRST, (name) => FIELD_WORDS[name as Field].name) // one of them
    : text.replaceAll(NAMED, (name) => (isSpanish(name) ? FIELD_WORDS[name].name : name.replaceAll("_", " ")));

const isSpanish = (name: string): name is Extract<Field, `${string}_es`> => name.endsWith("_es");

/** A problem with the number of its rows, or its line. */
export const problemInPageWords = ({ text, examples, ...problem }: Problem) =>
  problemInWords({ ...problem, text: inWords(text), examples: examples.map((one) => ({ ...one, text: inWords(one.text) })) });
