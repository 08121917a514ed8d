import type { MissingChoice } from "../contract.ts";

/** What a shopper can want when something is missing, as the checkout and the order say it. */
export const MISSING_WORDS = {
  similar: { name: "Send something similar", hint: "It never costs more than what you ordered." },
  ask: { name: "Ask me", hint: "We call you when we pack your order." },
  refund: { name: "Give the money back", hint: "You don't pay for what is missing." },
} as const satisfies Record<MissingChoice, { name: string; hint: string }>;
