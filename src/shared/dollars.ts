import * as z from "zod/mini";
import { toCents } from "./money.ts";

/** Sums of dollars as doubles are off by less than a thousandth of a cent. */
function isWholeCents(dollars: number): boolean {
  return Math.abs(dollars * 100 - toCents(dollars)) < 0.001;
}

/** An amount in dollars and whole cents. */
export const dollars = z.number().check(z.gte(0), z.refine(isWholeCents, "has more than two decimals"));
