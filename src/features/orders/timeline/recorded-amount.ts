import { inKilos, type Weighed } from "#shared/weights.ts";
import { t } from "#words/t.ts";

interface Named {
  name: string;
  weighed?: Weighed | null;
}

/** A quantity of a product as an order's events record it: `3 × Figs`, or `0.5 kg of Figs` of what is sold by weight. */
export const recordAmount = (quantity: number, { name, weighed }: Named): string =>
  weighed?.by === "weight" ? recordWeight(quantity * weighed.grams, name) : `${quantity} × ${name}`;

/** What a product weighed, as an order's events record it. */
export const recordWeight = (grams: number, name: string): string => `${inKilos(grams)} of ${name}`;

/** A recorded amount in words. Pieces are the same in every language. */
export function recordedAmount(recorded: string): string {
  const [, weight, name] = /^([\d.,]+ k?g) of (.+)$/s.exec(recorded) ?? [];
  return weight && name ? t("{amount} of {name}", { amount: weight, name }) : recorded;
}
