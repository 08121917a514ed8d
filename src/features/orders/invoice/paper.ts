import { readFileSync } from "node:fs";
import { join } from "node:path";
import Pdf from "pdfkit";
import { GREEN } from "#shared/accent.ts";
import { language } from "#words/language.ts";
import { breakLines, drawable } from "./text.ts";

const WEIGHTS = { regular: 400, bold: 700 } as const;

interface Ink {
  /** In points, like all sizes here. */
  size?: number;
  weight?: keyof typeof WEIGHTS;
  color?: string;
}

/**
 * Plain TTF: the PDF library would unpack WOFF in JavaScript on every access, which takes 300 ms per invoice. A second
 * file for other letters would make a text that alternates between them 20 times as slow.
 */
const fontFile = (weight: number) => readFileSync(join(import.meta.dirname, `fonts/figtree-${weight}.ttf`));

/** Loaded for the first invoice. */
let files: Map<string, Buffer> | undefined;
function fonts(): Map<string, Buffer> {
  return (files ??= new Map(Object.entries(WEIGHTS).map(([name, weight]) => [name, fontFile(weight)])));
}

/** By weight and character: measuring lays out a text, which is slow. There are only as many characters as the fonts have. */
const characterWidths = new Map<string, number>();

export const INK = "#1B241F";
export const QUIET = "#525C55";
export const LEAF = GREEN.light.leaf;
export const HAIRLINE = "#D8CFBD";
/** On all four sides, in points. */
export const MARGIN = 48;

/** A4 pages with absolutely positioned text in any script: the PDF library breaks neither lines nor pages. */
export class Paper {
  readonly doc: PDFKit.PDFDocument;

  constructor(about: { title: string; author: string; made: Date }) {
    this.doc = new Pdf({
      size: "A4",
      margin: 0,
      lang: language(),
      displayTitle: true,
      info: { Title: about.title, Author: about.author, CreationDate: about.made },
    });
    for (const [name, file] of fonts()) this.doc.registerFont(name, file);
  }

  get right(): number {
    return this.doc.page.width - MARGIN;
  }

  get bottom(): number {
    return this.doc.page.height - MARGIN;
  }

  /** Draws one line; `x` is its left end, or its right end depending on `align`. */
  line(
    text: string,
    x: number,
    y: number,
    { size = 9.5, weight = "regular", color = INK, align = "left" }: Ink & { align?: "left" | "right" } = {},
  ) {
    const from = align === "left" ? x : x - this.width(text, { size, weight });
    this.doc.font(weight).fontSize(size).fillColor(color).text(drawable(text), from, y, { lineBreak: false });
  }

  /** Draws text of several lines. @returns the y position below it */
  block(text: string, x: number, y: number, width: number, ink: Ink = {}): number {
    let at = y;
    for (const line of this.lines(text, width, ink)) {
      this.line(line, x, at, ink);
      at += leading(ink);
    }
    return at;
  }

  /** The height {@link block} would take. */
  height(text: string, width: number, ink: Ink = {}): number {
    return this.lines(text, width, ink).length * leading(ink);
  }

  rule(y: number, from = MARGIN, to = this.right): void {
    this.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(HAIRLINE).stroke();
  }

  /** Breaks text into the lines that {@link block} would draw. */
  lines(text: string, width: number, { size = 9.5, weight = "regular" }: Ink): string[] {
    return breakLines(text, width, (character) => this.characterWidth(character, weight) * size);
  }

  /** The width of a character in a font of size 1. */
  private characterWidth(character: string, weight: keyof typeof WEIGHTS): number {
    const key = `${weight} ${character}`;
    const known = characterWidths.get(key);
    if (known !== undefined) return known;
    const width = this.width(character, { size: 1, weight });
    characterWidths.set(key, width);
    return width;
  }

  width(text: string, { size = 9.5, weight = "regular" }: Ink = {}): number {
    return this.doc.font(weight).fontSize(size).widthOfString(drawable(text));
  }
}

/** The height of a line. */
export const leading = ({ size = 9.5 }: Ink) => size * 1.4;
