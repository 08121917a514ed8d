import { expect, test } from "vitest";
import { discountTag, fewLeft } from "./rules.ts";

test("CARD-1 the discount tag is a whole percent, rounded down, never 0", () => {
  expect([0, 0.4, 1, 12.5, 99.99].map(discountTag)).toEqual([null, 1, 1, 12, 99]);
});

test("only low stock is mentioned", () => {
  expect([0, 1, 5, 6].map(fewLeft)).toEqual([null, 1, 5, null]);
});
