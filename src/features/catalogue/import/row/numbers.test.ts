import { expect, test } from "vitest";
import { decimalsOf, plainNumber } from "./numbers.ts";

test.each([
  ["3,50", "3.50"],
  ["1.234,50", "1234.50"],
  ["1,299.00", "1299.00"],
  ["12,345,678.9", "12345678.9"],
  ["$1,234.50", "1234.50"],
  ["€ 3,50", "3.50"],
  ["3,50 €", "3.50"],
  ["S/ 12.90", "12.90"],
  ["R$ 1.234,50", "1234.50"],
  ["CHF 1'299.00", "1299.00"],
  ["1 299,00 kr", "1299.00"],
  ["USD 5", "5"],
  ["US$5", "5"],
  ["¥1200", "1200"],
  ["5.-", "5"],
  ["5,–", "5"],
  [".5", "0.5"],
  ["-3", "-3"],
  ["−3", "-3"],
  ["12.5 %", "12.5"],
])("%j is %s in any column", (cell, number) => {
  expect([plainNumber(cell, "."), plainNumber(cell, ",")]).toEqual([number, number]);
});

test.each(["", "free", "No Discount", "3.00 - 5.00", "3-5", "1,23,456", "1.2.3", "1,234.56.7", "3 for 5", "5/kg", "1e3", "0x10", "."])(
  "%j is not a number",
  (cell) => {
    expect(plainNumber(cell)).toBeNull();
  },
);

test("three digits after one sign are read like most of the column", () => {
  expect([plainNumber("1,299", "."), plainNumber("1,299", ",")]).toEqual(["1299", "1.299"]);
  expect([plainNumber("1.299", "."), plainNumber("1.299", ",")]).toEqual(["1.299", "1299"]);
  expect(plainNumber("0.125", ",")).toBe("0.125");
});

test.each([
  ["3,50", ","],
  ["1.234,50 €", ","],
  ["1,299.00", "."],
  ["$3.5", "."],
  ["1,299", undefined],
  ["1.234.567", undefined],
  ["12", undefined],
  ["", undefined],
  ["Milk, 1.5 l of the very best cows", undefined],
])("%j shows its decimals by %s", (cell, sign) => {
  expect(decimalsOf(cell)).toBe(sign);
});
