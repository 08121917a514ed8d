import { expect, test } from "vitest";
import { setCurrency, US_DOLLARS } from "./money.ts";
import { readTypedAmount, readTypedPercent } from "./typed-amount.ts";

test("an amount is read as people type it, with the sign of the shop's currency or without", () => {
  setCurrency({ code: "PEN", symbol: "S/", name: "Peruvian soles" });
  try {
    const typed = ["12.50", "12,5", " S/ 12.50", "S/12,50", "PEN 12.50", "$12.50", "S/. 12.50", "S/.12,50"];
    expect(typed.map(readTypedAmount)).toEqual(typed.map(() => 1250));
    expect(readTypedAmount("S/.50")).not.toBe(5000);
  } finally {
    setCurrency(US_DOLLARS);
  }
  expect(["1,234.50", "1.234,50", "$1234.50"].map(readTypedAmount)).toEqual([123_450, 123_450, 123_450]);
  expect(["1,000", "0"].map(readTypedAmount)).toEqual([100_000, 0]);
  for (const wrong of ["", "S/ 12", "S/. 12", "-1", "1.234", "1e3", "12 %", "x"]) expect(readTypedAmount(wrong)).toBeNaN();
});

test("a percentage is read with its sign or without", () => {
  expect(["12.5", "12,5 %", "12.50%"].map(readTypedPercent)).toEqual([1250, 1250, 1250]);
  for (const wrong of ["", "%", "$5", "1.234", "-1"]) expect(readTypedPercent(wrong)).toBeNaN();
});
