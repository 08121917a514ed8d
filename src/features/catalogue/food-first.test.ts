import { expect, test } from "vitest";
import { aisleOf, NO_FOOD } from "./food-first.ts";

const inOrder = (names: string[]) => names.toSorted((a, b) => aisleOf(a) - aisleOf(b));

test("food comes before everything else, in the order of a shop's aisles", () => {
  expect(inOrder(["Cleaning", "Juices & Drinks", "Bakery", "Pets", "Fruits & Vegetables", "Meat & Poultry", "Dairy & Eggs"])).toEqual([
    ...["Fruits & Vegetables", "Dairy & Eggs", "Bakery", "Meat & Poultry", "Juices & Drinks"],
    ...["Cleaning", "Pets"],
  ]);
  expect(inOrder(["Limpieza", "Bebidas", "Frutas y Verduras", "Lácteos"])).toEqual(["Frutas y Verduras", "Lácteos", "Bebidas", "Limpieza"]);
});

test.each(["Pet Food", "Baby Food", "Kitchen, Garden & Pets", "Beauty & Hygiene", "Car & Bike", "Home & Style", "Widgets"])(
  "%s is not food",
  (name) => expect(aisleOf(name)).toBe(NO_FOOD),
);

test.each([
  "Foodgrains, Oil & Masala",
  "Bakery, Cakes & Dairy",
  "Beverages",
  "Snacks & Branded Foods",
  "Eggs, Meat & Fish",
  "Gourmet & World Food",
])("%s is food", (name) => expect(aisleOf(name)).toBeLessThan(NO_FOOD));
