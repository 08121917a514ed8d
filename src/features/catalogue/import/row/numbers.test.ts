import { expect, test } from "vitest";
import { bareAmount, decimalsOf, plainNumber } from "./numbers.ts";

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
  ["din. 12", "12"],
  ["din.12,50", "12.50"],
  ["SFr. 12", "12"],
  ["Rs.50", "50"],
  ["S/.4", "4"],
  ["$.50", "0.50"],
  ["-$3", "-3"],
  ["$-3", "-3"],
  ["Q12.50", "12.50"],
  ["L 12.50", "12.50"],
  ["B/. 12.50", "12.50"],
  ["R 12.90", "12.90"],
  ["RM 12.90", "12.90"],
  ["Rp 12.000,00", "12000.00"],
  ["TL 12,50", "12.50"],
  ["12,50 TL", "12.50"],
  ["12,50 лв", "12.50"],
  ["12,50 лв.", "12.50"],
  ["Gs. 1.212.000", "1212000"],
  ["RD$ 12.90", "12.90"],
  ["99¢", "0.99"],
  ["GH¢ 12.50", "12.50"],
  ["2.50*", "2.50"],
])("%j is %s in any column", (cell, number) => {
  expect([plainNumber(cell, "."), plainNumber(cell, ",")]).toEqual([number, number]);
});

test.each([
  "",
  "free",
  "No Discount",
  "3.00 - 5.00",
  "3-5",
  "1,23,456",
  "1.2.3",
  "1,234.56.7",
  "3 for 5",
  "5/kg",
  "1e3",
  "0x10",
  ".",
  "¢99",
  "0.99¢",
  "12 L",
  "500 gs",
  "3 50",
  "min. 5",
  "ab 3,50",
])("%j is not a number", (cell) => {
  expect(plainNumber(cell)).toBeNull();
});

test("a long cell is not a number, which takes no time to find out", () => {
  for (const cell of [`1${"*".repeat(500_000)}x`, `1${" ".repeat(500_000)}x`]) {
    expect(plainNumber(cell)).toBeNull();
    expect(bareAmount(cell)).toEqual({ amount: cell, isPerKilo: false });
  }
});

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
  ["din.12", undefined],
  ["0.990", "."],
  ["Gs. 1,200", undefined],
  ["Milk, 1.5 l of the very best cows", undefined],
])("%j shows its decimals by %s", (cell, sign) => {
  expect(decimalsOf(cell)).toBe(sign);
});

test.each([
  ["3,50 €/kg", "3.50", true],
  ["$3.50/kg", "3.50", true],
  ["€/kg 3,50", "3.50", true],
  ["S/ 8.90 el kilo", "8.90", true],
  ["12.50 ea", "12.50", false],
  ["S/ 2.00 c/u", "2.00", false],
  ["2,50", "2.50", false],
  ["3.50/lb", null, false],
  ["3.50/100 g", null, false],
])("the price %j is %s, per kilogram: %s", (cell, number, isPerKilo) => {
  const { amount, ...said } = bareAmount(cell);
  expect({ number: plainNumber(amount), ...said }).toEqual({ number, isPerKilo });
});
