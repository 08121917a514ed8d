import { expect, test } from "vitest";
import { knownAddress } from "./render.ts";

const addressOf = (asked: string) => {
  const { host, pathname, search } = knownAddress(asked);
  expect(host).toBe("shop.invalid");
  return pathname + search;
};

test("a page number is kept as one writes it, and page 1 without one", () => {
  for (const first of ["1", "01", "0", "-2", "1.5", "abc", "1e9", " "])
    expect(addressOf(`/Fruit-1/Figs-2?page=${first}`)).toBe("/Fruit-1/Figs-2");
  for (const second of ["2", "02", "2.0", "+2"]) expect(addressOf(`/search?q=oat&page=${second}`)).toBe("/search?q=oat&page=2");
});

test("a page is kept under its path and known parameters, whatever host the request names", () => {
  expect(addressOf("/search?utm=x&page=1&q=oat+milk")).toBe("/search?q=oat+milk");
  expect(addressOf("http://elsewhere.example/search?q=a")).toBe("/search?q=a");
  // Not the home page: what is rendered for it would be kept as the home page.
  expect(addressOf("//elsewhere.example/")).toBe("//elsewhere.example/");
  expect(addressOf("/\\elsewhere.example/")).toBe("//elsewhere.example/");
});
