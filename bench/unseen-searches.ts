import { searchProducts } from "#features/search/contract.ts";
import type { Product } from "#features/catalogue/contract.ts";
import { randomNumbers } from "../tests/support/random-numbers.ts";
import { apiCall, raw } from "./requests.ts";

/** Raw requests per connection: enough that none is repeated during the measurement. */
const PER_CONNECTION = 3000;

/**
 * Searches that nobody made before, a list for each connection: one to three words of a product's name in any order, the last one often
 * incomplete, and one in ten with a typo. No two are alike, so no cache helps.
 */
export function unseenSearches(products: readonly Product[], connections: number): string[][] {
  // The same in every run, so that runs can be compared.
  const below = randomNumbers(1);
  const random = () => below(1_000_000) / 1_000_000;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const names = products
    .map(({ name, brand }) => `${brand} ${name}`.toLowerCase().match(/[\p{L}]{3,}/gu) ?? [])
    .filter(({ length }) => length > 1);
  const asked = new Set<string>();
  const next = (): string => {
    for (;;) {
      const count = 1 + Math.floor(random() * 3);
      // Sometimes of two products, as when someone mixes things up.
      const words = Array.from({ length: count }, () => pick(names)).map((name, at, all) =>
        pick(at > 0 && random() < 0.8 ? all[0]! : name),
      );
      const text = (random() < 0.1 ? words.with(0, misspelled(words[0]!, random)) : words).join(" ");
      const typed = random() < 0.6 ? text.slice(0, Math.max(3, text.length - Math.floor(random() * 4))) : text;
      const unique = asked.has(typed) ? `${typed} ${pick(pick(names))}` : typed;
      if (!asked.has(unique)) {
        asked.add(unique);
        return unique;
      }
    }
  };
  return Array.from({ length: connections }, () =>
    Array.from({ length: PER_CONNECTION }, () => raw(apiCall(searchProducts, { search: next() }))),
  );
}

/** Two neighboring letters swapped. */
function misspelled(word: string, random: () => number): string {
  const at = Math.floor(random() * (word.length - 1));
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}
