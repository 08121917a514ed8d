/**
 * How a product that is priced by weight is sold. `by` is what shoppers count: steps of 100 g, or pieces of about the same weight. `grams`
 * is what one of them weighs. Quantities and stock are counted in the same unit.
 */
export interface Weighed {
  by: "weight" | "piece";
  grams: number;
}

/** Grams of one step of goods sold by weight. */
export const STEP_GRAMS = 100;

/** `0.5 kg`. */
export const inKilos = (grams: number) => `${grams / 1000} kg`;

/** How many items people would count: anything sold by weight is one. */
export const itemsIn = ({ quantity, weighed }: { quantity: number; weighed?: Weighed | null | undefined }) =>
  weighed?.by === "weight" ? 1 : quantity;

/** What one step of a quantity weighs, for goods sold by weight. */
export const gramsToStep = ({ weighed }: { weighed?: Weighed | undefined }) => (weighed?.by === "weight" ? weighed.grams : undefined);

/** A quantity for people: `3`, or `0.5 kg` of goods sold by weight. */
export function amountOf(quantity: number, weighed?: Weighed | null): string {
  return weighed?.by === "weight" ? inKilos(quantity * weighed.grams) : `${quantity}`;
}
