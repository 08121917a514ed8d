import { withKind } from "./words.ts";

interface Named {
  name: string;
  /** Missing, like the unit, on payments started by older versions. */
  brand?: string | undefined;
  unit?: string | undefined;
}

/** A product's name with its brand and unit, for sentences: `Oat Drink (Acme · 1 l)`. */
export const fullName = ({ name, brand, unit }: Named): string => withKind(name, [brand, unit].filter(Boolean).join(" · "));
