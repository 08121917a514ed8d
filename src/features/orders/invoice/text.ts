/** A piece of text in one font: Figtree comes as one file for basic Latin and one for extended Latin. */
export interface Run {
  part: "latin" | "latin-ext";
  text: string;
}

const LATIN = /^[\x20-\x7e\xa0-\xac\xae-\xffıŒœ–—‘’‚“”„•…‹›€™−]$/u;
const LATIN_EXT = /^[Ā-ēĖ-ħĪ-īĮ-İĲ-ķĹ-ľŁ-ňŊ-ōŐ-őŔ-šŤ-ťŪ-žǍǎȘ-țẀ-ẅẞỲỳ†₹]$/u;

/** Replaces characters that no font of the invoice has. */
const UNKNOWN = "?";

/** Splits text into runs that the invoice's fonts can draw. Other characters lose their diacritics, or are replaced. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of drawable(text)) {
    const part = LATIN.test(letter) ? "latin" : "latin-ext";
    const last = runs.at(-1);
    if (last?.part === part) last.text += letter;
    else runs.push({ part, text: letter });
  }
  return runs;
}

const isKnown = (letter: string) => LATIN.test(letter) || LATIN_EXT.test(letter);

function drawable(text: string): string {
  // Collapses whitespace of all kinds, and composes diacritics where possible.
  const plain = text.normalize("NFC").replaceAll(/[\s\p{Cc}]+/gu, " ");
  return Array.from(plain, (letter) => {
    if (isKnown(letter)) return letter;
    const bare = letter.normalize("NFKD").replaceAll(/[\p{M}\p{Cf}]/gu, "");
    return Array.from(bare, (part) => (isKnown(part) ? part : UNKNOWN)).join("");
  }).join("");
}

/**
 * Breaks text into lines of at most `width`, at spaces if possible; words that are too long break anywhere.
 * @param measure the width of a text
 */
export function breakLines(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of drawable(text).split(" ").filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const letter of word) {
      if (line && measure(line + letter) > width) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  return line || lines.length === 0 ? [...lines, line] : lines;
}
