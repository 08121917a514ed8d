import { join } from "node:path";
import Pdf from "pdfkit";
import { expect, test, vi } from "vitest";
import { Paper } from "./paper.ts";
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

const tenWide = (text: string) => breakLines(text, 10, () => 1);

test("characters no font has lose their accents or are replaced", () => {
  expect(drawn("phở ﬁne Ａ")).toBe("pho fine A");
  expect(drawn("Крупа 米 🍎")).toBe("????? ? ?");
  expect(drawn("㌖ ﷺ ⅒")).toBe("? ? 1?10");
  expect(drawn("a\u200bb\tc\u0000d\u00a0e\ne\u0301")).toBe("ab c d e é");
});

test("lines break at spaces, and overlong words anywhere", () => {
  expect(tenWide("one two three four")).toEqual(["one two", "three four"]);
  expect(tenWide("abcdefghijklmno pq")).toEqual(["abcdefghij", "klmno pq"]);
  expect(tenWide("")).toEqual([""]);
});

test("characters are measured once each, however long their word is", () => {
  let measured = 0;
  const lines = breakLines("iĺ".repeat(1000), 10, () => {
    measured++;
    return 1;
  });
  expect(lines).toHaveLength(200);
  expect(measured).toBeLessThanOrEqual(2000);
});

test("a page lays out a character only once to break lines, whatever the text and its size", () => {
  const paper = new Paper({ title: "A", author: "B", made: new Date(0) });
  const layouts = vi.spyOn(paper.doc, "widthOfString");
  for (const size of [8, 12]) expect(paper.lines("žď".repeat(500), 200, { size }).length).toBeGreaterThan(10);
  expect(layouts.mock.calls.length).toBeLessThanOrEqual(2);
});
