import { expect, test } from "vitest";
import { breakLines, runsOf } from "./text.ts";

const drawn = (text: string) =>
  runsOf(text)
    .map((run) => run.text)
    .join("");

test("characters are drawn in a font that has them", () => {
  expect(runsOf("Ñandú žluť")).toEqual([
    { part: "latin", text: "Ñandú " },
    { part: "latin-ext", text: "ž" },
    { part: "latin", text: "lu" },
    { part: "latin-ext", text: "ť" },
  ]);
});

const tenWide = (text: string) => breakLines(text, 10, (piece) => piece.length);

test("characters no font has lose their accents or are replaced", () => {
  expect(drawn("phở ﬁne Ａ")).toBe("pho fine A");
  expect(drawn("Крупа 米 🍎")).toBe("????? ? ?");
  expect(drawn("a\u200bb\tc\u0000d\u00a0e\ne\u0301")).toBe("ab c d e é");
});

test("lines break at spaces, and overlong words anywhere", () => {
  expect(tenWide("one two three four")).toEqual(["one two", "three four"]);
  expect(tenWide("abcdefghijklmno pq")).toEqual(["abcdefghij", "klmno pq"]);
  expect(tenWide("")).toEqual([""]);
});
