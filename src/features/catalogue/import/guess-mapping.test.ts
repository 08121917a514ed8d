import { expect, test } from "vitest";
import { exactMapping, guessMapping } from "./guess-mapping.ts";

const columns = (...names: string[]) => names.map((name) => ({ name, samples: ["x"] }));

test("the shop's own column names are recognized in any case; the command accepts no others", () => {
  expect(exactMapping(columns("SKU", " Name ", "rating", "price", "Title"))).toEqual(["sku", "name", null, "price", null]);
});

test("other shops' column names are guessed, each field once, the shop's own names first", () => {
  const shopify = columns(
    "Handle",
    "Title",
    "Body (HTML)",
    "Vendor",
    "Product Category",
    "Type",
    "Variant SKU",
    "Variant Price",
    "Image Src",
  );
  expect(guessMapping(shopify)).toEqual([null, "name", "description", "brand", "category", "type", "sku", "price", "images"]);
  expect(guessMapping(columns("Title", "name", "Product"))).toEqual([null, "name", null]);
  expect(guessMapping(columns("Categoría", "Sub-categoría", "Descripción", "Precio"))).toEqual([
    "category",
    "sub_category",
    "description",
    "price",
  ]);
});

const id = (...samples: string[]) => [{ name: "id", samples }];

test("a column named id is the shop's own only if its values are the shop's ids", () => {
  expect(guessMapping(id("0".repeat(32)))).toEqual(["id"]);
  expect(guessMapping(id("17", "18"))).toEqual([null]);
  expect(guessMapping(id())).toEqual([null]);
});
