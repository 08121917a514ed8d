import { inflateSync } from "node:zlib";

const streamsOf = (pdf: Buffer) =>
  [...pdf.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, bytes = ""]) =>
    inflateSync(Buffer.from(bytes, "latin1")).toString("latin1"),
  );
/** The drawing operators on each page of a PDF. */
export const drawingsOf = (pdf: Buffer) => streamsOf(pdf).filter((stream) => stream.includes(" Tf"));
const fromHex = (digits: string) => parseInt(digits, 16);
/** The letters of a font, in the order of its glyphs. */
const lettersIn = (list: string) =>
  [...list.matchAll(/<([\da-f ]+)>/gi)].map(([, codes = ""]) => String.fromCodePoint(...codes.split(" ").map(fromHex)));
/** What a PDF says. Each font has a table of its own, so the texts are read with every table. */
export function textOf(pdf: Buffer): string {
  const fonts = streamsOf(pdf)
    .filter((stream) => stream.includes("beginbfrange"))
    .map((map) => [...map.matchAll(/\[([^\]]+)\]/g)].flatMap(([, list = ""]) => lettersIn(list)));
  const drawn = [
    ...drawingsOf(pdf)
      .join("\n")
      .matchAll(/\[(<[^\]]*)\] TJ/g),
  ].map(([, parts = ""]) => [...parts.matchAll(/<([\da-f]+)>/gi)].flatMap(([, hex = ""]) => hex.match(/.{4}/g)!.map(fromHex)));
  return fonts.flatMap((font) => drawn.map((glyphs) => glyphs.map((glyph) => font[glyph] ?? "").join(""))).join("\n");
}
