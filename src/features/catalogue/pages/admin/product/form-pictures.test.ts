import { expect, test } from "vitest";
import { areUploading, moved, problemOf, toFormPictures, urlsOf } from "./form-pictures.ts";

const [a, b, c] = toFormPictures(["/images/a/640.webp", "/images/b/640.webp", "/images/c/640.webp"]);
const pictures = [a!, b!, c!];

test("a picture moves to another place, but not past either end", () => {
  expect(moved(pictures, 0, 2)).toEqual([b, c, a]);
  expect(moved(pictures, 2, 0)).toEqual([c, a, b]);
  expect(moved(pictures, 1, 9)).toEqual([a, c, b]);
  expect(moved(pictures, 1, -1)).toEqual([b, a, c]);
  expect(moved(pictures, 7, 0)).toEqual(pictures);
});

test("only uploaded pictures are sent; refused ones are not waited for", () => {
  const onItsWay = { ...a!, url: "" };
  expect(urlsOf([onItsWay, b!])).toEqual(["/images/b/640.webp"]);
  expect(areUploading([onItsWay, b!])).toBe(true);
  expect(areUploading([{ ...onItsWay, problem: "too large" }, b!])).toBe(false);
  expect(toFormPictures([""])).toEqual([]);
});

test("ADM-7 files that are too large or not pictures are not sent", () => {
  expect(problemOf({ type: "image/png", size: 10 * 1024 * 1024 })).toBe("");
  expect(problemOf({ type: "image/png", size: 10 * 1024 * 1024 + 1 })).toContain("10 MB");
  for (const type of ["image/svg+xml", "text/plain", ""]) expect(problemOf({ type, size: 1 })).toContain("JPEG");
});
