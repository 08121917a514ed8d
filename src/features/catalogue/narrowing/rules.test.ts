import { expect, test } from "vitest";
import { chosenIn, isCommon, PRICE_RANGES, readAddress, without, writeAddress, type Narrowing } from "./rules.ts";
import { readPriceRange } from "#shared/price-range.ts";

const read = (query: string) => readAddress(new URLSearchParams(query));

test("a price range is in dollars, with both ends included", () => {
  expect(readPriceRange("2-10")).toEqual({ from: 200, to: 1000 });
  expect(readPriceRange("-4.99")).toEqual({ from: null, to: 499 });
  expect(readPriceRange("50-")).toEqual({ from: 5000, to: null });
  expect(readPriceRange("2.5-2.5")).toEqual({ from: 250, to: 250 });
  for (const wrong of ["", "-", "10-2", "2", "2-10-3", "a-b", "-5-", "1e3-", ".-.", "2 - 10", "9999999-", "1.999-"])
    expect(readPriceRange(wrong), wrong).toBeNull();
});

test("the price ranges offered have no gaps and do not overlap", () => {
  expect(PRICE_RANGES).toEqual(["-1.99", "2-4.99", "5-9.99", "10-19.99", "20-49.99", "50-"]);
  const ranges = PRICE_RANGES.map((text) => readPriceRange(text)!);
  for (const [place, { from }] of ranges.entries()) expect(from).toBe(place === 0 ? null : ranges[place - 1]!.to! + 1);
});

test.each<[string, Narrowing]>([
  ["", {}],
  [
    "brand=A&brand=B%26C&price=2-10&offer=1&stock=1&detail=Diet%3AVegan&sort=unit-price",
    {
      brand: ["A", "B&C"],
      price: "2-10",
      offer: true,
      stock: true,
      detail: ["Diet:Vegan"],
      sort: "unit-price",
    },
  ],
])("the address %s is read and written", (query, narrowing) => {
  expect(read(query)).toEqual(narrowing);
  expect(read(writeAddress(narrowing).toString())).toEqual(narrowing);
});

test("invalid values are ignored", () => {
  for (const odd of [
    "brand=",
    "price=abc",
    "price=9-2",
    "offer=yes",
    "stock=true",
    "detail=Vegan",
    "sort=cheapest",
    "sort=",
    "brand=%00",
    "x=1",
  ])
    expect(read(odd), odd).toEqual({});
  expect(read(`brand=${"x".repeat(121)}`)).toEqual({});
  expect(read("brand=A&brand=A")).toEqual({ brand: ["A"] });
  expect(read(Array.from({ length: 50 }, (_, n) => `brand=${n}`).join("&")).brand).toHaveLength(20);
});

test("choices can be taken back one by one until none is left", () => {
  let narrowing: Narrowing = { brand: ["A", "B"], price: "2-10", offer: true, detail: ["Diet:Vegan"], sort: "new" };
  const counts: number[] = [];
  for (let chosen = chosenIn(narrowing); chosen.length > 0; chosen = chosenIn(narrowing)) {
    counts.push(chosen.length);
    narrowing = without(narrowing, chosen[0]!);
  }
  expect(counts).toEqual([5, 4, 3, 2, 1]);
  expect(narrowing).toEqual({ sort: "new" });
});

test("only single choices among the first pages are common", () => {
  for (const common of [{}, { sort: "new" }, { brand: ["A"] }, { price: "2-4.99" }, { stock: true }] satisfies Narrowing[])
    expect(isCommon(common, 1)).toBe(true);
  for (const rare of [{ brand: ["A", "B"] }, { price: "2-5" }, { stock: true, sort: "new" }] satisfies Narrowing[])
    expect(isCommon(rare, 1)).toBe(false);
  expect(isCommon({ sort: "new" }, 4)).toBe(false);
  expect(isCommon({}, 4)).toBe(true);
});

test.each([
  ["price-from=2&price-to=10", "2-10"],
  ["price-from=10&price-to=2.5", "2.5-10"],
  ["price-from=&price-to=4.99", "-4.99"],
  ["price-from=50&price-to=", "50-"],
  ["price-from=3&price-to=7&price=2-4.99", "3-7"],
  ["price-from=&price-to=&price=2-4.99", "2-4.99"],
  ["price-from=-1&price-to=abc", undefined],
  ["price-from=1e3", undefined],
])("two fields make a price range of one's own: %s", (query, price) => {
  expect(readAddress(new URLSearchParams(query)).price).toBe(price);
});
