/** How many letters of a name may be wrong; case and underscores don't count. Short names are too much like other programs'. */
const mistakesIn = (name: string) => (name.length < 5 ? 0 : name.length < 8 ? 1 : 2);

const plain = (name: string) => name.toUpperCase().replaceAll("_", "");

/**
 * Variables that are almost named like a setting, in words for the person who set them. Other unknown ones belong to other programs.
 * @param known the names of all settings
 */
export function misspelledSettings(env: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  const missing = known.filter((name) => env[name] === undefined);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    const meant = closest(name, missing);
    return meant === undefined ? [] : [`${name} is not a setting and changes nothing. Did you mean ${meant}?`];
  });
}

function closest(name: string, known: readonly string[]): string | undefined {
  const rated = known.map((meant) => ({ meant, mistakes: mistakesBetween(plain(name), plain(meant)) }));
  const likely = rated.filter(({ meant, mistakes }) => mistakes <= mistakesIn(plain(meant)));
  return likely.toSorted((one, other) => one.mistakes - other.mistakes)[0]?.meant;
}

/** Letters that are missing, too many or wrong, and neighbors that are swapped. */
function mistakesBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const ways = [last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1), ...(isSwapped ? [before[j - 2]! + 1] : [])];
      row.push(Math.min(...ways));
    }
    before = last;
    last = row;
  }
  return last[other.length]!; // one more than there are letters
}
