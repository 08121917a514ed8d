/** The aisles of a grocery shop in the order people walk them, by words in category names (English and Spanish). */
const AISLES = [
  /fruit|vegetable|veggie|produce|salad|fruta|verdura|vegetal|hortaliza/,
  /dairy|egg|milk|cheese|yog|lácteo|lacteo|huevo|leche|queso/,
  /baker|bread|pastr|panader|\bpan\b|pastel/,
  /meat|poultry|chicken|butcher|deli\b|carne|pollo|embutido/,
  /fish|seafood|pescad|marisco/,
  /rice|grain|atta|dal\b|pulse|pasta|flour|cereal|arroz|grano|legumbre|harina/,
  /pantry|grocer|tin\b|tins|canned|oil|vinegar|spice|masala|sauce|condiment|spread|honey|breakfast|despensa|aceite|especia|salsa|conserva|miel/,
  /snack|sweet|chocolate|candy|biscuit|cookie|nut\b|nuts|dulce|galleta|golosina/,
  /beverage|drink|juice|coffee|tea\b|water|wine|beer|bebida|jugo|café|cafe|\bté\b|agua|vino|cerveza/,
  /frozen|ice cream|congelad|helado/,
  /food|gourmet|organic|comida|alimento/,
] as const;

/** Words of categories that are not food, whatever else their name says ("Pet Food", "Baby Food & Care"). */
const OTHER =
  /pet\b|pets|dog|cat\b|baby|kitchen|garden|beauty|hygiene|clean|car\b|care\b|mascota|perro|gato|bebé|bebe\b|cocina|jardín|belleza|limpieza|hogar/;

/** The rank of a category on the home page, lowest first, {@link NO_FOOD} for everything else. */
export function aisleOf(name: string): number {
  const words = name.toLowerCase();
  const aisle = OTHER.test(words) ? -1 : AISLES.findIndex((pattern) => pattern.test(words));
  return aisle < 0 ? NO_FOOD : aisle;
}

export const NO_FOOD = AISLES.length;
