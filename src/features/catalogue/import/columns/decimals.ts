import type { Field, FileColumn, Mapping } from "../contract.ts";

const PRICES: readonly Field[] = ["price", "sale_price", "compare_at_price", "cost_price"];

const isPrice = (mapping: Mapping, place: number) => PRICES.some((field) => mapping[place] === field);

/** How the prices of a file show their decimals, if any of them has one or two. */
function ofPrices(columns: readonly FileColumn[], mapping: Mapping): FileColumn["decimals"] {
  return PRICES.map((field) => columns[mapping.indexOf(field)]).find((column) => column?.decimals && !column.threes)?.decimals;
}

/** How each column shows its decimals: by its own numbers, or else like the prices. */
export function decimalsOfColumns(columns: readonly FileColumn[], mapping: Mapping): FileColumn["decimals"][] {
  const prices = ofPrices(columns, mapping);
  const price = columns[mapping.indexOf("price")]?.decimals;
  return columns.map(({ decimals, threes }) => (threes === "unclear" ? (prices ?? decimals) : (decimals ?? prices ?? price)));
}

/** The price columns whose `1.200` may be twelve hundred or one and a fifth; only a person knows. */
export function unclearPrices(columns: readonly FileColumn[], mapping: Mapping): number[] {
  if (ofPrices(columns, mapping)) return [];
  return columns.flatMap(({ threes }, place) => (threes === "unclear" && isPrice(mapping, place) ? [place] : []));
}

/** The columns as a person says that their prices are written. */
export function settleDecimals(columns: readonly FileColumn[], mapping: Mapping, decimals: FileColumn["decimals"]): FileColumn[] {
  const unclear = unclearPrices(columns, mapping);
  return columns.map((column, place) => (decimals && unclear.includes(place) ? { ...column, decimals } : column));
}
