import { t } from "#words/t.ts";
import type { MissingChoice } from "../contract.ts";

/** The choices when something is missing, in the words of the checkout and the order. */
export const MISSING_WORDS = {
  similar: { name: t("Send something similar"), hint: t("It never costs more than what you ordered.") },
  ask: { name: t("Ask me"), hint: t("We ask you here or call you when we pack your order.") },
  refund: { name: t("Don't replace it"), hint: t("You don't pay for what is missing.") },
} as const satisfies Record<MissingChoice, { name: string; hint: string }>;
