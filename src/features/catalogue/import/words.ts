import { plural, t } from "#words/t.ts";
import { bareHeading, doubtfulPrices } from "./columns/headings.ts";
import type { Field, FileColumn, ImportReport, Mapping, Problem } from "./contract.ts";

/** The same message in the browser, the server and the command. */
export const fileTooLarge = () => t("The file is larger than 1 GB. Split it, or remove columns that the shop does not need.");

export const count = (number: number) => number.toLocaleString(t("en-US"));

/** `5,194 rows: price is empty. First in line 12.`, or the problem itself if only one row has it. */
export function problemInWords({ text, rows, line, examples }: Problem): string {
  if (rows > 1)
    return plural(rows, "{count} row: {text}. First in line {line}.", "{count} rows: {text}. First in line {line}.", {
      count: count(rows),
      text,
      line: count(line),
    });
  const said = examples[0]?.text ?? text;
  return t("Line {line}: {text}.", { line: count(line), text: said.includes("; ") ? text : said });
}

/** Which price may be the supplier's instead of the shop's; empty if none is. */
export function doubtInWords(columns: readonly FileColumn[], mapping: Mapping): string {
  const doubtful = doubtfulPrices(columns.map(({ name }) => bareHeading(name)));
  const named = (field: Field | null) =>
    doubtful
      .filter((place) => mapping[place] === field)
      .map((place) => columns[place]!.name)
      .join(", ");
  if (named("price"))
    return t("Shoppers will pay what {column} says. If that is what you pay your supplier, use another column as the price.", {
      column: named("price"),
    });
  return named(null) && t("{column} may be what you pay your supplier, so it is not imported.", { column: named(null) });
}

/** Says how discounts are read that may be meant as parts of one; empty if none are. */
export function fractionsInWords(columns: readonly FileColumn[], mapping: Mapping): string {
  const column = columns[mapping.indexOf("discount")];
  if (!column?.fractions) return "";
  return t(
    "Discounts are in percent: 0.1 in {column} is 0.1%. If you mean 10%, format the column as percent in your spreadsheet, then save and upload the file again.",
    { column: column.name },
  );
}

/** Rows that are no product of their own. */
export const joinedInWords = (rows: number) =>
  plural(
    rows,
    "{count} more row holds extra pictures or details of these products.",
    "{count} more rows hold extra pictures or details of these products.",
    { count: count(rows) },
  );

/** Number of new shelves listed by name. */
const NAMED = 8;

/** The new shelves of each kind: how many, and the names of the first ones. */
export function newShelvesInWords({ category, subCategory }: ImportReport["newShelves"]): { words: string; names: string }[] {
  const kinds = [
    [plural(category.length, "{count} new category", "{count} new categories", { count: count(category.length) }), category],
    [
      plural(subCategory.length, "{count} new sub category", "{count} new sub categories", { count: count(subCategory.length) }),
      subCategory,
    ],
  ] as const;
  return kinds
    .filter(([, names]) => names.length > 0)
    .map(([words, names]) => {
      const more = names.length > NAMED ? ` ${t("and {number} more", { number: names.length - NAMED })}` : "";
      return { words, names: names.slice(0, NAMED).join(", ") + more };
    });
}
