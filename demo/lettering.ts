/** Text as SVG paths in the shop's typefaces, so that pictures do not depend on the fonts of a machine. */
import { fileURLToPath } from "node:url";
import { openSync, type Font } from "fontkit";

const open = (path: string) => openSync(fileURLToPath(new URL(path, import.meta.url))) as Font; // these files hold single fonts
const fonts = {
  brand: open("fonts/fraunces-latin-600-normal.woff"),
  name: open("../src/features/orders/invoice/fonts/figtree-700.ttf"),
};

export type Face = keyof typeof fonts;

export const widthOf = (text: string, face: Face, size: number): number =>
  (fonts[face].layout(text).advanceWidth * size) / fonts[face].unitsPerEm;

/** One line of text, centered at `x`, with its baseline at `y`. */
export function line(text: string, { face, size, x, y, fill }: { face: Face; size: number; x: number; y: number; fill: string }): string {
  const font = fonts[face];
  const scale = size / font.unitsPerEm;
  const { glyphs, positions, advanceWidth } = font.layout(text);
  let at = x - (advanceWidth * scale) / 2;
  const paths = glyphs.map((glyph, place) => {
    const outline = glyph.path.scale(scale, -scale).translate(at, y).toSVG();
    at += (positions[place]?.xAdvance ?? 0) * scale;
    return outline;
  });
  return `<path fill="${fill}" d="${paths.join("")}"/>`;
}

/** Splits words into lines of about equal length by trying every combination. */
function breaks(words: readonly string[], lines: number): string[][] {
  if (lines === 1 || words.length === 1) return [[words.join(" ").replaceAll("- ", "-")]];
  return words.slice(0, -1).flatMap((_, place) => {
    const first = words
      .slice(0, place + 1)
      .join(" ")
      .replaceAll("- ", "-");
    return breaks(words.slice(place + 1), lines - 1).map((rest) => [first, ...rest]);
  });
}

export interface Block {
  lines: string[];
  size: number;
}

/** The largest setting of a text that fits a box in at most `most` lines. Words break only at their hyphens. */
export function fit(
  text: string,
  box: { width: number; height: number },
  { face, most, largest }: { face: Face; most: number; largest: number },
): Block {
  const words = text
    .replaceAll("-", "- ")
    .split(" ")
    .filter((word) => word !== "");
  let best: Block = { lines: [text], size: 0 };
  for (let count = 1; count <= Math.min(most, words.length); count++) {
    for (const lines of breaks(words, count)) {
      const wide = Math.max(...lines.map((one) => widthOf(one, face, 1)));
      const size = Math.min(largest, box.width / wide, box.height / (lines.length * LEADING));
      if (size > best.size + 1) best = { lines, size };
    }
  }
  return best;
}

/** Distance between baselines, relative to the font size. */
export const LEADING = 1.06;
