import { expect, test } from "vitest";
import type { AdminProduct } from "../../../admin/find/contract.ts";
import { conflictOf, differing, merge } from "./conflict.ts";
import { BLANK, toFields, toInput } from "./product-fields.ts";

const shelf = { _id: "a".repeat(32), name: "Fruit", image: "/images/fruit/640.webp" };
const product: AdminProduct = {
  _id: "1".repeat(32),
  name: "Apples",
  image: ["/images/apples/640.webp"],
  unit: "1 kg",
  stock: 7,
  price: 2.5,
  discount: 12.5,
  description: "Red",
  more_details: { Origin: "Peru", "Shelf.life": "3 days" },
  name_es: "Manzanas",
  unit_es: "1 kilo",
  description_es: "Rojas",
  more_details_es: { Origen: "Perú" },
  sku: null,
  brand: "",
  barcode: null,
  cost_price: null,
  hidden: false,
  offer: null,
  version: 4,
  unit_price: { price: 2.19, per: "kg" },
  category: [shelf],
  subCategory: [{ ...shelf, _id: "b".repeat(32) }],
};
const read = toFields(product);

test("ADM-9 a product sent unchanged from the form stays the same", () => {
  const { name, image, unit, stock, price, discount, description, more_details } = product;
  const { name_es, unit_es, description_es, more_details_es } = product;
  expect(toInput(read, true)).toEqual({
    name,
    image,
    unit,
    stock,
    price,
    discount,
    description,
    more_details,
    name_es,
    unit_es,
    description_es,
    more_details_es,
    sku: "",
    brand: "",
    barcode: "",
    cost_price: null,
    hidden: false,
    offer: null,
    weighed: null,
    category: ["a".repeat(32)],
    subCategory: ["b".repeat(32)],
  });
  expect(read.price).toBe("2.50");
});

test("ADM-7 typed prices and percentages are sent in the API's format", () => {
  expect(toInput({ ...read, price: "$1,234.50", discount: "12.5%" }, true)).toMatchObject({ price: 1234.5, discount: 12.5 });
  expect(toInput({ ...read, price: "3,50", costPrice: "2,10" }, true)).toMatchObject({ price: 3.5, cost_price: 2.1 });
});

test("who may not see the cost leaves it alone", () => {
  const { cost_price: _, ...shown } = product;
  expect(toInput(toFields(shown), false)).not.toHaveProperty("cost_price");
});

test.each([{ by: "weight", grams: 100 } as const, { by: "piece", grams: 300 } as const])("a product sold as %o stays so", (weighed) => {
  expect(toInput(toFields({ ...product, weighed }), true)).toMatchObject({ weighed });
});

test("a discount with dates is an offer, and one without is not", () => {
  const offer = { discount: 20, from: null, until: "2026-12-24T18:00" };
  const fields = toFields({ ...product, discount: 0, offer });
  expect(fields).toMatchObject({ discount: "20", offerFrom: "", offerUntil: "2026-12-24T18:00" });
  expect(toInput(fields, true)).toMatchObject({ offer });
  expect(toInput({ ...fields, offerUntil: "" }, true)).toMatchObject({ offer: null, discount: 20 });
  expect(BLANK.discount).toBe("0");
});

test("two people's edits are merged: what was typed here stays, the rest is the newer version", () => {
  const typed = { ...read, name: "Gala apples", stock: "9" };
  const newer = toFields({ ...product, price: 3, stock: 5, image: [] });
  expect(differing(read, typed)).toEqual(["name", "stock"]);
  expect(merge(read, typed, newer)).toEqual({ ...newer, name: "Gala apples", stock: "9" });
  expect(merge(read, read, newer)).toEqual(newer);
  expect(conflictOf(product, { ...product, price: 3, stock: 5 }, typed, toFields)).toEqual({
    before: { price: 2.5, stock: 7 },
    after: { price: 3, stock: 5 },
    isShared: true,
  });
});

test("a picture that is still uploading is not a change yet", () => {
  const onItsWay = { key: "k", url: "", preview: "blob:x", share: 0.5, problem: "" };
  expect(differing(read, { ...read, image: [...read.image, onItsWay] })).toEqual([]);
});
