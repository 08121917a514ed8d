import { expect, test } from "vitest";
import { printsOf, withOrders } from "./chosen.ts";

const numbers = Array.from({ length: 60 }, (_, n) => `order ${n + 1}`);

test("of a large group, the first orders that can be picked together are chosen, after those chosen already", () => {
  expect(withOrders([], numbers, true)).toEqual({ chosen: numbers.slice(0, 50), isCut: true });
  expect(withOrders(["other", "order 7"], numbers, true)).toEqual({ chosen: ["other", ...numbers.slice(0, 49)], isCut: true });
  expect(withOrders(numbers.slice(0, 50), ["order 51"], true)).toEqual({ chosen: numbers.slice(0, 50), isCut: true });
  expect(withOrders(["other", ...numbers.slice(0, 49)], numbers, false)).toEqual({ chosen: ["other"], isCut: false });
});

test("labels of many orders are printed in several parts, none left out", () => {
  expect(printsOf(numbers)).toEqual([
    { first: 1, last: 50, numbers: numbers.slice(0, 50) },
    { first: 51, last: 60, numbers: numbers.slice(50) },
  ]);
  expect(printsOf(numbers.slice(0, 50))).toHaveLength(1);
});
