import { expect, test } from "vitest";
import { isRuc } from "./identity-documents.ts";

test.each(["20100070970", "20131312955", "20100047218", "20100130204"])("%s is a RUC", (ruc) => {
  expect(isRuc(ruc)).toBe(true);
});

test("a digit that is off, two that are swapped, or another beginning is refused", () => {
  for (let place = 2; place < 11; place++) {
    const digits = Array.from("20100070970");
    digits[place] = String((Number(digits[place]) + 1) % 10);
    expect([digits.join(""), isRuc(digits.join(""))]).toEqual([digits.join(""), false]);
  }
  for (const wrong of ["20100070790", "30100070970", "2010007097", "201000709700", "2010007097x", " 20100070970", ""])
    expect([wrong, isRuc(wrong)]).toEqual([wrong, false]);
});

test("each number has exactly one check digit", () => {
  for (let n = 0; n < 300; n++) {
    const first = `20${String(n * 3_333_331)
      .padStart(8, "0")
      .slice(-8)}`;
    expect(Array.from({ length: 10 }, (_, digit) => isRuc(first + digit)).filter(Boolean)).toHaveLength(1);
  }
});
