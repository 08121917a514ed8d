/** Pack sizes in English and in Spanish. The patterns mean the same in JavaScript and in PostgreSQL. */
export const SPANISH_SIZES: readonly (readonly [english: string, spanish: string])[] = [
  ["^(pack|set) of ([0-9]+)$", "$1 de $2"],
  ["^box of ([0-9]+)$", "caja de $1"],
  ["^bag of ([0-9]+)$", "bolsa de $1"],
  ["^1 (piece|pc|unit|each)$", "1 unidad"],
  ["^([0-9]+) (pieces|pcs|units|count|ct)$", "$1 unidades"],
  ["^(each|piece|unit)$", "unidad"],
  ["^pair$", "par"],
  ["^half (a )?dozen$", "media docena"],
  ["^(1 )?dozen$", "docena"],
  ["^(1 )?bunch$", "$1atado"],
  ["^([0-9]+) eggs$", "$1 huevos"],
  ["^([0-9]+) (tea )?bags$", "$1 bolsitas"],
  ["^([0-9]+) rolls$", "$1 rollos"],
  ["^([0-9]+) sheets$", "$1 hojas"],
  ["^([0-9]+) tablets$", "$1 tabletas"],
  ["^([0-9]+) capsules$", "$1 cápsulas"],
  ["^([0-9]+) servings$", "$1 porciones"],
];

/** An English pack size in Spanish. Sizes that it does not know are returned unchanged. */
export function spanishUnit(english: string): string {
  return SPANISH_SIZES.reduce((text, [from, to]) => text.replace(new RegExp(from, "i"), to), english);
}
