import type { MissingChoice } from "../../orders/contract.ts";

/** Whether a shopper is asked about a line: they wanted to be, not all of it was found, and nothing replaces the rest yet. */
export function isQuestion(
  line: { quantity: number; ifMissing?: MissingChoice | "" | undefined },
  mark: { found: number; replacement?: unknown },
): boolean {
  return line.ifMissing === "ask" && mark.found < line.quantity && !mark.replacement;
}
