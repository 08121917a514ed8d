import type { Field, FileColumn, Mapping } from "../contract.ts";
import type { Decimals } from "../row/numbers.ts";

/** Fields that hold amounts of money. */
const PRICES = ["price", "sale_price", "compare_at_price", "cost_price"] as const satisfies readonly Field[];

const isPrice = (field: Field | null | undefined) => PRICES.some((price) => price === field);

/** Which sign stands before the decimals of a column, and what is open about three digits after it. */
export interface NumberStyle {
  decimals: Decimals | undefined;
  /**
   * `mixed`: they are read as decimals, because other numbers of the column have one or two. `unclear`: they may be thousands, which only
   * a person knows.
   */
  threes?: "mixed" | "unclear";
}

const shows = ({ decimals, threes, isSettled }: FileColumn) => Boolean(decimals) && (!threes || threes === "mixed" || isSettled === true);

/** How the prices of a file show their decimals, if any of them does. */
const shownByPrices = (columns: readonly FileColumn[], mapping: Mapping): Decimals | undefined =>
  PRICES.map((field) => columns[mapping.indexOf(field)]).find((column) => column && shows(column))?.decimals;

const isNumber = ({ plain }: FileColumn, field: Field | null | undefined) =>
  field ? ["discount", "stock", "unit"].includes(field) : plain === true;

/** How all other numbers of a file show their decimals, such as weights and discounts. What may be codes or dates says nothing. */
function shownByOthers(columns: readonly FileColumn[], mapping: Mapping): Decimals | undefined {
  const signs = new Set(
    columns.filter((column, place) => isNumber(column, mapping[place]) && shows(column)).map(({ decimals }) => decimals),
  );
  return signs.size === 1 ? [...signs][0] : undefined;
}

/** How the numbers of each column are read: by the column's own, or else like the prices, or else like the rest of the file. */
export function numberStyles(columns: readonly FileColumn[], mapping: Mapping): NumberStyle[] {
  const prices = shownByPrices(columns, mapping);
  const others = shownByOthers(columns, mapping);
  const price = columns[mapping.indexOf("price")]?.decimals;
  return columns.map(({ decimals, threes, isSettled }, place): NumberStyle => {
    if (isSettled || threes === "clear") return { decimals };
    if (threes === "mixed") return { decimals, threes };
    if (threes !== "unclear") return { decimals: decimals ?? prices ?? price };
    if (!isPrice(mapping[place])) return { decimals: prices ?? decimals };
    return prices || others ? { decimals: prices ?? others } : { decimals, threes };
  });
}

/** The price columns whose `1.200` may be twelve hundred or one and a fifth, also those that a person has settled. */
export function unclearPrices(columns: readonly FileColumn[], mapping: Mapping): number[] {
  const open = columns.map((column) => ({ ...column, isSettled: false }));
  return numberStyles(open, mapping).flatMap(({ threes }, place) => (threes === "unclear" ? [place] : []));
}

/** The columns as a person says that their prices are written. */
export function settleDecimals(columns: readonly FileColumn[], mapping: Mapping, decimals: Decimals | null | undefined): FileColumn[] {
  const unclear = unclearPrices(columns, mapping);
  return columns.map((column, place) => (decimals && unclear.includes(place) ? { ...column, decimals, isSettled: true } : column));
}

/** A price of an unclear column, and what it may be. */
export function unclearExample({ samples }: FileColumn): { written: string; sign: Decimals; whole: string; fraction: string } {
  const written = /[1-9]\d{0,2}[.,]\d{3}/.exec(samples.join(" "))?.[0] ?? "1.200";
  const [digits = "", threes = ""] = written.split(/[.,]/);
  return { written, sign: written.includes(",") ? "," : ".", whole: digits + threes, fraction: `${digits}.${threes.replace(/0$/, "")}` };
}

/** How the prices of a file are read: `1.234,50` or `1,234.50`; undefined if they are whole numbers, or if that is unclear. */
export function pricesReadAs(columns: readonly FileColumn[], mapping: Mapping): string | undefined {
  const styles = numberStyles(columns, mapping);
  const read = PRICES.map((field) => styles[mapping.indexOf(field)]).find((style) => style?.decimals && style.threes !== "unclear");
  return read && (read.decimals === "," ? "1.234,50" : "1,234.50");
}
