import type { Field, Outcome } from "../../../import/contract.ts";

/** Title and hint for each field a column can be mapped to. */
export const FIELD_WORDS: Record<Field, { name: string; hint: string }> = {
  id: { name: "Id", hint: "The shop's own number, as an export has it" },
  sku: { name: "SKU", hint: "Your own number of the product" },
  name: { name: "Name", hint: "" },
  brand: { name: "Brand", hint: "" },
  category: { name: "Category", hint: "Several with | between them; new ones are made" },
  sub_category: { name: "Sub category", hint: "Several with | between them; new ones are made" },
  type: { name: "Type", hint: "Helps the search" },
  unit: { name: "Unit", hint: "Such as 500 g" },
  stock: { name: "Stock", hint: "Pieces" },
  price: { name: "Price", hint: "Dollars, before the discount" },
  discount: { name: "Discount", hint: "Percent" },
  description: { name: "Description", hint: "" },
  images: { name: "Pictures", hint: "https addresses with spaces between them" },
  more_details: { name: "Extra fields", hint: "A line for each, such as Origin: Peru" },
};

export const OUTCOME_WORDS: Record<Outcome, { name: string; tone: "green" | "blue" | "grey" | "red" }> = {
  added: { name: "Added", tone: "green" },
  changed: { name: "Changed", tone: "blue" },
  same: { name: "Unchanged", tone: "grey" },
  refused: { name: "Refused", tone: "red" },
};

export const count = (number: number) => number.toLocaleString("en-US");

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}
