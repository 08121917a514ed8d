import { expect, test } from "vitest";
import { areOnTheirWay, moved, problemOf, shotsOf, urlsOf } from "./form-pictures.ts";

const [a, b, c] = shotsOf(["/images/a/640.webp", "/images/b/640.webp", "/images/c/640.webp"]);
const shots = [a!, b!, c!];

test("a picture moves to another place, but not past either end", () => {
  expect(moved(shots, 0, 2)).toEqual([b, c, a]);
  expect(moved(shots, 2, 0)).toEqual([c, a, b]);
  expect(moved(shots, 1, 9)).toEqual([a, c, b]);
  expect(moved(shots, 1, -1)).toEqual([b, a, c]);
  expect(moved(shots, 7, 0)).toEqual(shots);
});

test("only uploaded pictures are sent; refused ones are not waited for", () => {
  const onItsWay = { ...a!, url: "" };
  expect(urlsOf([onItsWay, b!])).toEqual(["/images/b/640.webp"]);
  expect(areOnTheirWay([onItsWay, b!])).toBe(true);
  expect(areOnTheirWay([{ ...onItsWay, problem: "too large" }, b!])).toBe(false);
  expect(shotsOf([""])).toEqual([]);
});

test("ADM-7 files that are too large or not pictures are not sent", () => {
  expect(problemOf({ type: "image/png", size: 10 * 1024 * 1024 })).toBe("");
  expect(problemOf({ type: "image/png", size: 10 * 1024 * 1024 + 1 })).toContain("10 MB");
  for (const type of ["image/svg+xml", "text/plain", ""]) expect(problemOf({ type, size: 1 })).toContain("JPEG");
});
