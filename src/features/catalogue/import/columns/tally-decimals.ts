import type { FileColumn } from "../contract.ts";
import { bareAmount, type Decimals, decimalsOf, otherSign, threesOf } from "../row/numbers.ts";

/** Digits in threes after a sign: they are grouped by it, or there are three decimals. */
const THREES = /[.,]\d{3,}(?:\D|$)/;

/** A number without currency, groups of digits or zeros in front, which codes and dates may have. */
const PLAIN = /^(0|[1-9]\d*)(?:([.,])\d{1,3})?$/;

/** Zero, or less than one. */
const FRACTION = /^0?(?:[.,]\d+)?$/;

/** Finds out how the numbers of a column are written. */
export class DecimalsTally {
  /** Numbers with a decimal comma, less those with a decimal point; undefined if none shows its decimals. */
  #commas: number | undefined;
  readonly #threes = { ",": 0, ".": 0 };
  /** Whether the three digits can't be decimals: others have none, or there are two groups of them. */
  #isClear = false;
  /** Signs before decimals in numbers that also show that three digits after the same sign are decimals: `0.990` or `1,299.00`. */
  readonly #settled = new Set<Decimals>();
  #isPlain = true;
  readonly #plainSigns = new Set<string>();
  #hasLessThanOne = false;
  #isFraction = true;
  #hasFraction = false;

  /** @param isExact it is a number with decimals for sure, whatever it looks like */
  add(cell: string, isExact = false): void {
    if (cell === "") return;
    this.#isFraction &&= FRACTION.test(cell);
    this.#hasFraction ||= /[1-9]/.test(cell);
    this.#addPlain(cell);
    if (cell.length > 40) return;
    if (isExact) return this.#addDecimals(".", true);
    if (!/[.,]\d/.test(cell)) {
      this.#isClear ||= /^\D{0,4}[1-9]\d*\D{0,4}$/.test(cell);
      return;
    }
    const { amount } = bareAmount(cell);
    const sign = decimalsOf(amount);
    if (!sign) return this.#addThrees(amount);
    this.#addDecimals(sign, THREES.test(amount));
  }

  #addDecimals(sign: Decimals, settles: boolean): void {
    this.#commas = (this.#commas ?? 0) + (sign === "," ? 1 : -1);
    if (settles) this.#settled.add(sign);
  }

  #addPlain(cell: string): void {
    const [, whole, sign] = PLAIN.exec(cell) ?? [];
    this.#isPlain &&= whole !== undefined;
    if (!sign) return;
    this.#plainSigns.add(sign);
    this.#hasLessThanOne ||= whole === "0";
  }

  #addThrees(amount: string): void {
    const threes = threesOf(amount);
    if (!threes) return;
    this.#threes[threes.sign]++;
    this.#isClear ||= !threes.canBeDecimals;
  }

  result(): Pick<FileColumn, "decimals" | "threes" | "plain" | "fractions"> {
    const plain = this.#isPlain && this.#plainSigns.size === 1 && this.#hasLessThanOne;
    const fractions = this.#isFraction && this.#hasFraction;
    return { ...this.#style(), ...(plain && { plain }), ...(fractions && { fractions }) };
  }

  #style(): Pick<FileColumn, "decimals" | "threes"> {
    const { ",": commas, ".": points } = this.#threes;
    if (this.#commas !== undefined) {
      const decimals: Decimals = this.#commas > 0 ? "," : ".";
      const isMixed = this.#threes[decimals] > 0 && this.#threes[otherSign(decimals)] === 0 && !this.#settled.has(decimals);
      return { decimals, ...(isMixed && { threes: "mixed" }) };
    }
    if (commas + points === 0) return {};
    // Prices of three decimals are rare.
    const decimals: Decimals = points > commas ? "," : ".";
    return { decimals, threes: this.#isClear ? "clear" : "unclear" };
  }
}
