import { expect, test } from "vitest";
import { discountTag, fewLeft, pricePerUnit } from "./rules.ts";

test("CARD-1 the discount tag is a whole percent, rounded down, never 0", () => {
  expect([0, 0.4, 1, 12.5, 99.99].map(discountTag)).toEqual([null, 1, 1, 12, 99]);
});

test("only few pieces left are worth saying", () => {
  expect([0, 1, 5, 6].map(fewLeft)).toEqual([null, 1, 5, null]);
});

test.each([
  [330, "4 pieces", { cents: 83, per: "a piece" }],
  [297, "pack of 3", { cents: 99, per: "a piece" }],
  [360, "400 g", { cents: 900, per: "a kg" }],
  [450, "1.5 l", { cents: 300, per: "a liter" }],
  [199, "250 ml", { cents: 796, per: "a liter" }],
  [349, "1 kg", null],
  [349, "pair", null],
  [349, "0 g", null],
  [349, "6 x 100 g", null],
])("%i cents for %s", (paid, unit, each) => {
  expect(pricePerUnit(paid, unit)).toEqual(each);
});
