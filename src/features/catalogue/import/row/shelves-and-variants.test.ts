import { expect, test } from "vitest";
import { shelvesOf, splitPaths } from "./shelf-paths.ts";
import { nameVariant } from "./variants.ts";

test.each([
  [["Food > Dairy"], ["Food"], ["Dairy"]],
  [["Food > Dairy > Cheese"], ["Dairy"], ["Cheese"]],
  [["Drinks"], ["Drinks"], ["Drinks"]],
  [
    ["Food", "Food > Dairy", "Drinks"],
    ["Food", "Drinks"],
    ["Dairy", "Drinks"],
  ],
  [["food", "Food > Dairy"], ["Food"], ["Dairy"]],
  [[" > "], [], []],
  [[], [], []],
])("the shelves of %j", (paths, category, subCategory) => {
  expect(shelvesOf(paths)).toMatchObject({ category, subCategory });
});

test("each subcategory is in the category before it", () => {
  const { paths } = shelvesOf(["Food > Dairy > Cheese", "Offers", "Food"]);
  expect(paths).toEqual([
    ["Dairy", "Cheese"],
    ["Offers", "Offers"],
  ]);
});

test("paths are separated by commas, but not by those after a backslash", () => {
  expect(splitPaths(String.raw`Food > Dairy, Salt\, pepper & more,`)).toEqual(["Food > Dairy", "Salt, pepper & more"]);
});

test.each([
  ["Oat drink", ["1 l"], "Oat drink", "1 l", "1 l"],
  ["Oat drink - 1 l", ["1 l"], "Oat drink", "1 l", "1 l"],
  ["Yogurt", ["Honey", "150 g"], "Yogurt, Honey", "150 g", "Honey / 150 g"],
  ["Yogurt", ["Honey"], "Yogurt, Honey", null, "Honey"],
  ["Honey yogurt", ["honey"], "Honey yogurt", null, "honey"],
  ["Bread", ["Default Title"], "Bread", null, ""],
  ["Bread", ["", " "], "Bread", null, ""],
])("%s with the options %j", (name, options, named, unit, label) => {
  expect(nameVariant(name, options)).toEqual({ name: named, unit, label });
});
