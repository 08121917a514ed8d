import { join } from "node:path";
import Pdf from "pdfkit";
import { expect, test, vi } from "vitest";
import { Paper } from "./paper.ts";
import { breakLines, drawable } from "./text.ts";

test("the fonts have every character that is drawn, among them all that Spanish needs", () => {
  const spanish = "áéíóúüñÁÉÍÓÚÜÑ¿¡°ºª«»“”‘’–—…";
  expect(drawable(spanish)).toBe(spanish);
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter(
    (character) => drawable(character) === character,
  );
  expect(all).toEqual(expect.arrayContaining(Array.from("añžťȚẞ₹")));
  for (const weight of [400, 700]) {
    const doc = new Pdf().font(join(import.meta.dirname, `fonts/figtree-${weight}.ttf`));
    const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } } })._font; // fontkit's
    expect(all.filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0)!))).toEqual([]);
  }
});

const tenWide = (text: string) => breakLines(text, 10, () => 1);

test("characters no font has lose their accents or are replaced", () => {
  expect(drawable("phở ﬁne Ａ")).toBe("pho fine A");
  expect(drawable("Крупа 米 🍎")).toBe("????? ? ?");
  expect(drawable("㌖ ﷺ ⅒")).toBe("? ? 1?10");
  expect(drawable("a\u200bb\tc\u0000d \ne\u0301")).toBe("ab c d é");
  expect(drawable("S/\u00a04.39, 8:59\u202fp.\u00a0\u00a0m.")).toBe("S/\u00a04.39, 8:59\u00a0p.\u00a0m.");
});

test("lines break at spaces, and overlong words anywhere", () => {
  expect(tenWide("one two three four")).toEqual(["one two", "three four"]);
  expect(tenWide("abcdefghijklmno pq")).toEqual(["abcdefghij", "klmno pq"]);
  expect(tenWide("at 8:59\u00a0p.\u00a0m.")).toEqual(["at", "8:59\u00a0p.\u00a0m."]);
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

test("a line is laid out once, even if its alphabet changes at every letter", () => {
  const paper = new Paper({ title: "A", author: "B", made: new Date(0) });
  const drawn = vi.spyOn(paper.doc, "text");
  paper.line("aĀж米".repeat(20), 0, 0);
  expect(drawn).toHaveBeenCalledOnce();
});

test("a page lays out a character only once to break lines, whatever the text and its size", () => {
  const paper = new Paper({ title: "A", author: "B", made: new Date(0) });
  const layouts = vi.spyOn(paper.doc, "widthOfString");
  for (const size of [8, 12]) expect(paper.lines("žď".repeat(500), 200, { size }).length).toBeGreaterThan(10);
  expect(layouts.mock.calls.length).toBeLessThanOrEqual(2);
});
