import { describe, expect, test } from "vitest";
import { readBarcode, readCost, readDiscount, readPrice, readStock } from "./rules.ts";

describe("typed numbers are read exactly, or refused with their limits", () => {
  const price = "must be 0.01 to 99999.99 with at most two decimals";
  test.each([
    ["3.49", 349],
    ["0.01", 1],
    ["7", 700],
    ["1.5", 150],
    [" 1 ", 100],
    ["$4.99", 499],
    ["$ 1,234.50", 123_450],
    ["3,50", 350],
    ["3,5", 350],
    ["1.234,50", 123_450],
    ["1,234", 123_400],
    ["99999.99", 9_999_999],
    ...["", "0", "0.00", "-1", "1.999", "1e3", "1,5000", "12,34.50", "1.234,500", "1,23,45", "3$", "$", "100000", "Infinity", "٣"].map(
      (text): [string, string] => [text, price],
    ),
  ])("price %o", (text, read) => {
    expect(readPrice(text)).toEqual(typeof read === "number" ? { ok: true, value: read } : { ok: false, reason: read });
  });

  const discount = "must be 0 to 99.99 with at most two decimals";
  test.each([
    ["0", 0],
    ["12.5", 1250],
    ["12.5 %", 1250],
    ["12,5 %", 1250],
    ["99.99", 9999],
    ...["", "100", "99.999", "-0.01"].map((text): [string, string] => [text, discount]),
  ])("discount %o", (text, read) => {
    expect(readDiscount(text)).toEqual(typeof read === "number" ? { ok: true, value: read } : { ok: false, reason: read });
  });

  test("a number with many spaces in it is refused at once", () => {
    const hostile = `1${" ".repeat(300_000)}1`;
    for (const read of [readDiscount, readPrice, readStock]) expect(read(hostile)).toMatchObject({ ok: false });
  });

  const stock = "must be a whole number from 0 to 1000000";
  test.each([["0", 0], ["1000000", 1_000_000], ...["", "1000001", "1.0", "-1", "1e3"].map((text): [string, string] => [text, stock])])(
    "stock %o",
    (text, read) => {
      expect(readStock(text)).toEqual(typeof read === "number" ? { ok: true, value: read } : { ok: false, reason: read });
    },
  );
});

test("a cost may be empty or zero, and is read like a price", () => {
  expect(["", "0", "2,10", "$1,234.5", "x"].map((text) => readCost(text))).toEqual([
    { ok: true, value: null },
    { ok: true, value: 0 },
    { ok: true, value: 210 },
    { ok: true, value: 123_450 },
    { ok: false, reason: "must be 0 to 99999.99 with at most two decimals" },
  ]);
});

describe("barcodes are GTINs whose check digit is right", () => {
  test.each(["96385074", "036000291452", "4006381333931", "10614141000415", "0036000291452"])("%s is one", (digits) => {
    expect(readBarcode(digits)).toEqual({ ok: true, value: digits });
    const last = Number(digits.at(-1));
    for (let other = 0; other < 10; other++) {
      if (other === last) continue;
      const reason = `ends in ${other} instead of ${last}: one of its digits is wrong`;
      expect(readBarcode(digits.slice(0, -1) + other)).toEqual({ ok: false, reason });
    }
  });

  test("spaces between digits and an empty field are fine; letters and other lengths are refused", () => {
    expect(readBarcode(" 4 006381 333931 ")).toEqual({ ok: true, value: "4006381333931" });
    expect(readBarcode("  ")).toEqual({ ok: true, value: null });
    for (const wrong of ["123", "400638133393", "40063813339310", "40063813339x1", "123456789"])
      expect(readBarcode(wrong)).toMatchObject({ ok: false });
    expect(readBarcode("12345")).toEqual({ ok: false, reason: "must have 8, 12, 13 or 14 digits" });
  });
});
