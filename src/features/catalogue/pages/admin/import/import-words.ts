import { t } from "#words/t.ts";
import type { Field, Outcome } from "../../../import/contract.ts";

/** Title and hint for each field a column can be mapped to. */
export const FIELD_WORDS: Record<Field, { name: string; hint: string }> = {
  id: { name: "Id", hint: t("The shop's own number, from an export") },
  sku: { name: "SKU", hint: t("Your own product number") },
  name: { name: "Name", hint: "" },
  brand: { name: "Brand", hint: "" },
  category: { name: "Category", hint: t("Several are separated by |. New ones are created.") },
  sub_category: { name: t("Sub category"), hint: t("Several are separated by |. New ones are created.") },
  type: { name: "Type", hint: t("Helps the search") },
  unit: { name: "Unit", hint: t("Such as 500 g") },
  stock: { name: "Stock", hint: t("Pieces") },
  price: { name: "Price", hint: t("Before the discount") },
  discount: { name: "Discount", hint: t("Percent") },
  description: { name: "Description", hint: "" },
  images: { name: "Pictures", hint: "https addresses, separated by spaces" },
  more_details: { name: t("Extra fields"), hint: t("One per line, such as Origin: Peru") },
  barcode: { name: "Barcode", hint: "8, 12, 13 or 14 digits" },
  cost_price: { name: t("Cost price"), hint: "What it costs you; shoppers never see it" },
  hidden: { name: "Hidden", hint: t("Yes or no") },
  sold_by: { name: t("Sold by"), hint: t("Piece, weight, or what a piece weighs, such as 300 g") },
  name_es: { name: t("Spanish name"), hint: t("Shown on the Spanish pages") },
  unit_es: { name: t("Spanish unit"), hint: t("Such as 6 unidades") },
  description_es: { name: t("Spanish description"), hint: "" },
  more_details_es: { name: t("Spanish extra fields"), hint: t("One per line, such as Origen: Perú") },
  category_es: { name: t("Spanish category"), hint: t("For categories that have no Spanish name yet") },
  sub_category_es: { name: t("Spanish sub category"), hint: t("For sub categories that have no Spanish name yet") },
  sale_price: { name: t("Sale price"), hint: "What is paid now; the price becomes the old one" },
  compare_at_price: { name: t("Compare-at price"), hint: t("The old price, if it is higher") },
  category_paths: { name: t("Category paths"), hint: "Such as Food > Dairy, with commas between several" },
  in_stock: { name: t("In stock, yes or no"), hint: t("No means 0 pieces") },
  published: { name: t("Published, yes or no"), hint: t("Drafts are left out") },
  group: { name: t("Same product (handle)"), hint: t("Rows with the same value are sizes or pictures of one product") },
  parent: { name: t("Parent product"), hint: t("The number of the product that a size belongs to") },
  option: { name: t("Size or flavor"), hint: t("Such as 500 g") },
  option_2: { name: t("Second option"), hint: "" },
  option_3: { name: t("Third option"), hint: "" },
};

export const OUTCOME_WORDS: Record<Outcome, { name: string; tone: "green" | "blue" | "grey" | "red" }> = {
  added: { name: "Added", tone: "green" },
  changed: { name: "Changed", tone: "blue" },
  same: { name: "Unchanged", tone: "grey" },
  refused: { name: "Refused", tone: "red" },
};

const NAMED =
  /\b(?:(?:name|unit|description|more_details|category|sub_category)_es|sub_category|more_details|cost_price|sold_by|sale_price|compare_at_price)\b/g;

/** Problems name the shop's fields; people read their titles. */
export const inWords = (text: string) =>
  text.replaceAll(NAMED, (name) => (isSpanish(name) ? FIELD_WORDS[name].name : name.replaceAll("_", " ")));

const isSpanish = (name: string): name is Extract<Field, `${string}_es`> => name.endsWith("_es");
