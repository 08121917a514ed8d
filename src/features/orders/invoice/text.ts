/** A piece of text in one font: Figtree comes as one file for basic Latin and one for extended Latin. */
export interface Run {
  part: "latin" | "latin-ext";
  text: string;
}

const LATIN = String.raw`\x20-\x7e\xa0-\xac\xae-\xffıŒœ–—‘’‚“”„•…‹›€™−`;
const LATIN_EXT = "Ā-ēĖ-ħĪ-īĮ-İĲ-ķĹ-ľŁ-ňŊ-ōŐ-őŔ-šŤ-ťŪ-žǍǎȘ-țẀ-ẅẞỲỳ†₹";
const RUNS = new RegExp(`[${LATIN}]+|[${LATIN_EXT}]+`, "gu");
const NO_FONT_HAS = new RegExp(`[^${LATIN}${LATIN_EXT}]`, "gu");
const BEGINS_IN_LATIN = new RegExp(`^[${LATIN}]`, "u");

/** Replaces characters that no font of the invoice has. */
const UNKNOWN = "?";

/** Splits text into runs that the invoice's fonts can draw. Other characters lose their diacritics, or are replaced. */
export const runsOf = (text: string): Run[] =>
  (drawable(text).match(RUNS) ?? []).map((run) => ({ part: BEGINS_IN_LATIN.test(run) ? "latin" : "latin-ext", text: run }));

/** Collapses whitespace of all kinds, and composes diacritics where possible. */
const drawable = (text: string) =>
  text
    .normalize("NFC")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .replaceAll(NO_FONT_HAS, replaced);

function replaced(character: string): string {
  const bare = character.normalize("NFKD").replaceAll(/[\p{M}\p{Cf}]/gu, "");
  // One character can stand for a whole phrase, which would make a long text many times as long.
  return bare.replaceAll(NO_FONT_HAS, UNKNOWN).replaceAll(/\?[? ]*/g, UNKNOWN);
}

/**
 * Breaks text into lines of at most `width`, at spaces if possible; words that are too long break anywhere. Widths of characters are added up
 * without kerning: laying out every piece that might fit would take work that grows with the square of a line.
 */
export function breakLines(text: string, width: number, characterWidth: (character: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  const add = (piece: string, itsWidth: number) => {
    line += piece;
    used += itsWidth;
  };
  const endLine = () => {
    if (line) lines.push(line);
    line = "";
    used = 0;
  };
  for (const word of drawable(text).split(" ").filter(Boolean)) {
    const characters = Array.from(word, (character) => ({ character, itsWidth: characterWidth(character) }));
    const wordWidth = characters.reduce((sum, { itsWidth }) => sum + itsWidth, 0);
    const spaceWidth = line ? characterWidth(" ") : 0;
    if (used + spaceWidth + wordWidth <= width) {
      add(line ? ` ${word}` : word, spaceWidth + wordWidth);
      continue;
    }
    endLine();
    for (const { character, itsWidth } of characters) {
      if (used + itsWidth > width) endLine();
      add(character, itsWidth);
    }
  }
  endLine();
  return lines.length === 0 ? [""] : lines;
}
