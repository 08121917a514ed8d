import { expect, test } from "vitest";
import { hasId, idOf, slug } from "./slug.ts";

test("NAV-8 spaces, commas and ampersands become one hyphen, the id is the last piece", () => {
  expect(slug("Fruits & Vegetables", "0a")).toBe("Fruits-Vegetables-0a");
  expect(slug("Rice, Atta & Dal", "0a")).toBe("Rice-Atta-Dal-0a");
  expect(slug("Crème brûlée 50% / 100 ml", "0a")).toBe("Cr%C3%A8me-br%C3%BBl%C3%A9e-50%25-100-ml-0a");
  expect(idOf("Rice-Atta-Dal-0a")).toBe("0a");
});

test("only segments of products and shelves have an id", () => {
  expect(hasId(slug("Fruits & Vegetables", "0a"))).toBe(true);
  expect(hasId("lists")).toBe(false);
});
