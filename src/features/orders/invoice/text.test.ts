import { join } from "node:path";
import Pdf from "pdfkit";
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

test("the fonts have every letter and sign that Spanish needs", () => {
  const spanish = "áéíóúüñÁÉÍÓÚÜÑ¿¡°ºª«»“”‘’–—…";
  expect(drawn(spanish)).toBe(spanish);
  for (const weight of [400, 700])
    for (const { part, text } of runsOf(spanish)) {
      const doc = new Pdf().font(join(import.meta.dirname, `fonts/figtree-${part}-${weight}.ttf`));
      const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } } })._font; // fontkit's
      expect(Array.from(text).filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0)!))).toEqual([]);
    }
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
