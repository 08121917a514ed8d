import { editDistance } from "#shared/edit-distance.ts";

const BRITISH_AND_AMERICAN: readonly (readonly [RegExp, string])[] = [
  [/our(?=(ed|ing|ful|less|ite)?$)/, "or"],
  [/(?<=.{3})or(?=(ed|ing|ful|less|ite)?$)/, "our"],
  [/is(?=(e|er|ed|ing|ation)$)/, "iz"],
  [/iz(?=(e|er|ed|ing|ation)$)/, "is"],
  [/(?<=[bt])re$/, "er"],
  [/(?<=[bt])er$/, "re"],
];

/** The British spellings of an American word, and vice versa. */
export function spellings(word: string): string[] {
  if (word.length <= 4) return [];
  return BRITISH_AND_AMERICAN.flatMap(([pattern, by]) => (pattern.test(word) ? [word.replace(pattern, by)] : []));
}

/** A word in the catalogue that a misspelled word may mean. */
export interface Candidate {
  word: string;
  /** How many products have it. */
  count: number;
  /** Whether it sounds like the typed word. */
  alike: boolean;
}

/** A candidate with its number of typos. Half typos express that some are more probable than others. */
export interface Meant extends Candidate {
  errors: number;
}

const MOST_MEANT = 5;

/**
 * The words that were probably meant, most probable first. One typo is allowed in a word of up to 5 characters, two in
 * a longer one, more if both sound alike. The first character may be wrong only if that is the one typo. Being ten
 * times as frequent makes up for half a typo, sounding alike for a quarter.
 * @param typing the word may be incomplete
 */
export function closest(typed: string, candidates: readonly Candidate[], typing: boolean): Meant[] {
  const most = typed.length < 6 ? 1 : 2;
  const near: Meant[] = [];
  for (const candidate of candidates) {
    const { word } = candidate;
    const allowed = word[0] === typed[0] ? Math.max(most, 1.5) : 1;
    const mayBeLonger = candidate.alike || (typing && word.length > typed.length);
    // Most are ruled out by their length alone.
    if (!mayBeLonger && Math.abs(word.length - typed.length) > allowed) continue;
    const errors = errorsTo(typed, candidate, typing);
    if (errors <= allowed) near.push({ ...candidate, errors });
  }
  const least = Math.min(...near.map(({ errors }) => errors));
  return near
    .filter(({ errors }) => errors < least + 1)
    .sort((a, b) => improbability(a) - improbability(b))
    .slice(0, MOST_MEANT);
}

/** How many typos less a word counts that sounds alike. */
const SOUNDS_ALIKE = 0.25;

function improbability({ errors, count, alike }: Meant): number {
  return errors - (alike ? SOUNDS_ALIKE : 0) - Math.log10(1 + count) / 2;
}

function errorsTo(typed: string, { word, alike }: Candidate, typing: boolean): number {
  const whole = editDistance(typed, word);
  const begun = typing && word.length > typed.length && typed.length > 3 ? editDistance(typed, word.slice(0, typed.length)) + 0.5 : whole;
  const sound = alike && typed.length > 4 && whole <= typed.length / 2 ? 1.25 : whole;
  return Math.min(whole, begun, sound);
}

/** The ways to split a word into two of at least three characters. */
export function splits(word: string): [string, string][] {
  return Array.from({ length: Math.max(0, word.length - 5) }, (_, place) => [word.slice(0, place + 3), word.slice(place + 3)]);
}
