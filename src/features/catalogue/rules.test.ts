import { describe, expect, test } from "vitest";
import { discountTag, fewLeft, readDiscount, readPrice, readStock } from "./rules.ts";

test("CARD-1 the discount tag is a whole percent, rounded down, never 0", () => {
  expect([0, 0.4, 1, 12.5, 99.99].map(discountTag)).toEqual([null, 1, 1, 12, 99]);
});

test("only low stock is mentioned", () => {
  expect([0, 1, 5, 6].map(fewLeft)).toEqual([null, 1, 5, null]);
});

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
    ["99999.99", 9_999_999],
    ...["", "0", "0.00", "-1", "1.999", "1e3", "1,50", "12,34.50", "3$", "$", "100000", "Infinity", "٣"].map((text): [string, string] => [
      text,
      price,
    ]),
  ])("price %o", (text, read) => {
    expect(readPrice(text)).toEqual(typeof read === "number" ? { ok: true, value: read } : { ok: false, reason: read });
  });

  const discount = "must be 0 to 99.99 with at most two decimals";
  test.each([
    ["0", 0],
    ["12.5", 1250],
    ["12.5 %", 1250],
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
