import { inKilos, type Weighed } from "#shared/weights.ts";
import { t } from "#words/t.ts";
import { fullName } from "../../catalogue/full-name.ts";

export type Named = Parameters<typeof fullName>[0] & { weighed?: Weighed | null };

/** A quantity of a product as an order's events record it: `3 × Figs (500 g)`, or `0.5 kg of Figs` of what is sold by weight. */
export const recordAmount = (quantity: number, product: Named): string => {
  const { weighed } = product;
  return weighed?.by === "weight" ? recordWeight(quantity * weighed.grams, product) : `${quantity} × ${fullName(product)}`;
};

/** What a product weighed, as an order's events record it. */
export const recordWeight = (grams: number, product: Named): string => `${inKilos(grams)} of ${fullName(product)}`;

/** The amounts that an event records one a line, in words. */
export const recordedAmounts = (recorded: string): string[] => recorded.split("\n").map((one) => recordedAmount(one));

/** A recorded amount in words. Pieces are the same in every language. */
export function recordedAmount(recorded: string): string {
  const [, weight, name] = /^([\d.,]+ k?g) of (.+)$/s.exec(recorded) ?? [];
  return weight && name ? t("{amount} of {name}", { amount: weight, name }) : recorded;
}
