const NOT_IN_FONTS = /[^\x20-\x7e\xa0-\xac\xae-\xffĀ-ēĖ-ħĪ-īĮ-ıĲ-ķĹ-ľŁ-ňŊ-ōŐ-őŒœŔ-šŤ-ťŪ-žǍǎȘ-țẀ-ẅẞỲỳ–—‘’‚“”„†•…‹›€₹™−]/gu;

/** Replaces characters that the fonts don't have. */
const UNKNOWN = "?";

/**
 * Text with only characters that the invoice's fonts have: others lose their diacritics, or are replaced. Collapses whitespace of all kinds,
 * except spaces that don't break (`8:59 p. m.`), and composes diacritics where possible.
 */
export const drawable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/[\u00a0\u202f]+/g, "\u00a0")
    .replaceAll(/(?:(?!\u00a0)[\s\p{Cc}])+/gu, " ")
    .replaceAll(NOT_IN_FONTS, replaced);

function replaced(character: string): string {
  const bare = character.normalize("NFKD").replaceAll(/[\p{M}\p{Cf}]/gu, "");
  // One character can stand for a whole phrase, which would make a long text many times as long.
  return bare.replaceAll(NOT_IN_FONTS, UNKNOWN).replaceAll(/\?[? ]*/g, UNKNOWN);
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
