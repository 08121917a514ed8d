import type { FileColumn } from "../contract.ts";
import { type Decimals, decimalsOf, threesOf } from "../row/numbers.ts";

/** Finds out how the numbers of a column are written. */
export class DecimalsTally {
  /** Numbers with a decimal comma, less those with a decimal point; undefined if none shows its decimals. */
  #commas: number | undefined;
  readonly #threes = { ",": 0, ".": 0 };
  /** Whether the three digits can't be decimals: others have none, or there are two groups of them. */
  #isClear = false;

  add(cell: string): void {
    if (cell === "" || cell.length > 24) return;
    const sign = decimalsOf(cell);
    if (sign) this.#commas = (this.#commas ?? 0) + (sign === "," ? 1 : -1);
    else if (/[.,]\d/.test(cell)) this.#addThrees(cell);
    else this.#isClear ||= /^\D{0,4}[1-9]\d*\D{0,4}$/.test(cell);
  }

  #addThrees(cell: string): void {
    const threes = threesOf(cell);
    if (!threes) return;
    this.#threes[threes.sign]++;
    this.#isClear ||= !threes.canBeDecimals;
  }

  result(): Pick<FileColumn, "decimals" | "threes"> {
    if (this.#commas !== undefined) return { decimals: this.#commas > 0 ? "," : "." };
    const { ",": commas, ".": points } = this.#threes;
    if (commas + points === 0) return {};
    // Prices of three decimals are rare.
    const decimals: Decimals = points > commas ? "," : ".";
    return { decimals, threes: this.#isClear ? "clear" : "unclear" };
  }
}
