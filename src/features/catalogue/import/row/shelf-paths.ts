/** Shelves of a product, by name. */
export interface Shelves {
  category: string[];
  subCategory: string[];
  /** Which subcategory is in which category: pairs of category and subcategory. */
  paths: [category: string, subCategory: string][];
}

/** Splits a path such as `Food > Dairy > Cheese`. */
const levels = (path: string) =>
  path
    .split(/>|›|»|\s\/\s/)
    .map((level) => level.trim())
    .filter(Boolean);

/**
 * The shelves that paths name: the last level is the subcategory, the one before it the category. A path of one level names a category
 * with a subcategory of the same name. Paths that another one continues are left out.
 */
export function shelvesOf(paths: readonly string[]): Shelves {
  const split = paths.map(levels).filter((path) => path.length > 0);
  const isContinued = (path: readonly string[], place: number) =>
    split.some((other, at) => at !== place && other.length > path.length && path.every((level, n) => same(level, other[n]!)));
  const ends = split
    .filter((path, place) => !isContinued(path, place))
    .map((path): [string, string] => [path.at(-2) ?? path[0]!, path.at(-1)!]); // none is empty
  return { category: unique(ends.map(([category]) => category)), subCategory: unique(ends.map(([, sub]) => sub)), paths: ends };
}

/** Splits a list of paths at its commas, as WooCommerce writes it: `Food > Dairy, Drinks`. A backslash keeps a comma. */
export function splitPaths(cell: string): string[] {
  return (cell.match(/(?:\\,|[^,])+/g) ?? []).map((path) => path.replaceAll(String.raw`\,`, ",").trim()).filter(Boolean);
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const unique = (names: readonly string[]) =>
  [...new Map(names.toReversed().map((name) => [name.toLowerCase(), name])).values()].toReversed();
