import { expect, test } from "vitest";
import { knownAddress } from "./render.ts";

const addressOf = (asked: string) => {
  const { host, pathname, search } = knownAddress(asked);
  expect(host).toBe("shop.invalid");
  return pathname + search;
};

test("a page is kept under its path and known parameters, whatever host the request names", () => {
  expect(addressOf("/search?utm=x&page=1&q=oat+milk")).toBe("/search?q=oat+milk");
  expect(addressOf("http://elsewhere.example/search?q=a")).toBe("/search?q=a");
  // Not the home page: what is rendered for it would be kept as the home page.
  expect(addressOf("//elsewhere.example/")).toBe("//elsewhere.example/");
  expect(addressOf("/\\elsewhere.example/")).toBe("//elsewhere.example/");
});
