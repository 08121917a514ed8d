/** How much a pack holds: grams, milliliters or pieces. */
export interface UnitSize {
  measure: "g" | "ml" | "piece";
  amount: number;
}

/** A price per measure, in cents. */
export interface UnitPrice {
  cents: number;
  per: "kg" | "100 g" | "l" | "100 ml" | "piece" | "100 pieces";
}

/** Longer texts are not pack sizes. */
const MAX_LENGTH = 60;
/** In grams, milliliters or pieces. Anything beyond is a typo. */
const MAX_AMOUNT = 10_000_000;
/** Smaller packs are compared by 100 g or 100 ml. */
const SMALL_PACK = 50;
/** Pieces that cost less than this many cents each are compared by the hundred. */
const CHEAP_PIECE = 10;

const unitWords = (measure: UnitSize["measure"], amount: number, words: string): [string, UnitSize][] =>
  words.split("|").map((word) => [word, { measure, amount }]);

/** Units by the words for them, in lower case. Ounces and pounds are weights, gallons and pints are US liquid measures. */
const UNITS: ReadonlyMap<string, UnitSize> = new Map([
  ...unitWords("g", 0.001, "mg"),
  ...unitWords("g", 1, "g|gm|gms|gr|gram|grams"),
  ...unitWords("g", 1000, "kg|kgs|kilo|kilos|kilogram|kilograms"),
  ...unitWords("g", 28.349523125, "oz|ounce|ounces"),
  ...unitWords("g", 453.59237, "lb|lbs|pound|pounds"),
  ...unitWords("ml", 1, "ml|milliliter|milliliters|millilitre|millilitres"),
  ...unitWords("ml", 10, "cl"),
  ...unitWords("ml", 100, "dl"),
  ...unitWords("ml", 1000, "l|lt|ltr|liter|liters|litre|litres"),
  ...unitWords("ml", 29.5735295625, "fl oz|fl. oz|fl. oz.|floz|fluid ounce|fluid ounces"),
  ...unitWords("ml", 473.176473, "pt|pint|pints"),
  ...unitWords("ml", 946.352946, "qt|quart|quarts"),
  ...unitWords("ml", 3785.411784, "gal|ga|gallon|gallons"),
  ...unitWords("piece", 1, "each|ea|piece|pieces|pc|pcs|unit|units|head|heads|bunch|loaf|ct|count|pk|pack|packs|egg|eggs|roll|rolls"),
  ...unitWords("piece", 1, "bar|bars|bag|bags|sachet|sachets|sheet|sheets|wipe|wipes|pad|pads|pod|pods|seed|seeds"),
  ...unitWords("piece", 1, "tablet|tablets|capsule|capsules|softgel|softgels"),
  ...unitWords("piece", 12, "dozen|dz|doz|dozen eggs"),
]);

/** Units that mean one without a number. A "pack" or "bag" does not say how many pieces it holds. */
const ONE = /^(?:each|ea|piece|pc|unit|head|bunch|loaf|(?:dozen|dz|doz)(?: eggs)?)$/;

/** Packaging after a size, which changes nothing: "500 g pouch". */
const PACKAGING =
  /(?: (?:plastic|glass|pet|large|small|tetra))?(?: (?:bag|bottle|box|can|carton|cup|jar|packet|pkt|pouch|tin|tray|tub|tube))(?: pack)?$/;
const MULTIPACK = / \(?multipack\)?$/;

const NUMBER = String.raw`\d{1,7}(?:\.\d{1,4})?|\.\d{1,4}`;
/** "500 g", "kg", "1/2 gal", "10 3/4 oz". */
const SINGLE = new RegExp(String.raw`^(?:(${NUMBER})? ?(?:\b(1/[234]|[23]/[34]) ?)?)?([a-z][a-z. ]{0,15})$`);
/** "6 x 330 ml", "12 pk/12 oz". */
const TIMES = new RegExp(String.raw`^(\d{1,4}) ?(?:x|pk ?/) ?(?=[\d.])(.+)$`);
/** "330 ml x 6". */
const TIMES_AFTER = /^([\d.].*\D) ?x ?(\d{1,4})$/;
/** "pack of 6", "set of 6". */
const HALF = /^half (?:a )?(?=do?z)/;
const PACK_OF = /^(?:pack|set|box|bag) of (\d{1,4})$/;

/**
 * Reads the text that says how much a product holds: "500 g", "6 x 330 ml", "12 oz", "pack of 6", "dozen".
 * @returns null for anything that is not clearly one amount: a wrong price per unit would be worse than none
 */
export function readUnit(text: string): UnitSize | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = withPlainNumbers(text.toLowerCase().replaceAll("×", "x").trim().replace(/\s+/g, " "));
  const bare = plain.replace(MULTIPACK, "").replace(PACKAGING, "");
  const size = readTimes(bare) ?? readPackOf(bare) ?? readSingle(bare) ?? readSingle(plain);
  if (!size) return null;
  const amount = round(size.amount);
  return amount > 0 && amount <= MAX_AMOUNT ? { measure: size.measure, amount } : null;
}

const KILOGRAM: UnitSize = { measure: "g", amount: 1000 };

/** A unit as it is stored beside the text; a kilogram if the price is for one. */
export function unitColumns(text: string, isPerKilo = false): { unitMeasure: UnitSize["measure"] | "none"; unitAmount: number | null } {
  const size = isPerKilo ? KILOGRAM : readUnit(text);
  return { unitMeasure: size?.measure ?? "none", unitAmount: size?.amount ?? null };
}

/** Writes "1,5" as 1.5 and "1,000" as 1000. */
function withPlainNumbers(text: string): string {
  return text.replace(/(?<![\d.,])(\d{1,3}),(\d{3})(?![\d.,])/g, "$1$2").replace(/(?<![\d.,])(\d{1,4}),(\d{1,2})(?![\d.,])/g, "$1.$2");
}

function readTimes(text: string): UnitSize | null {
  const before = TIMES.exec(text);
  if (before) return times(before[1]!, readSingle(before[2]!));
  const after = TIMES_AFTER.exec(text);
  return after && times(after[2]!, readSingle(after[1]!.trim()));
}

function times(count: string, size: UnitSize | null): UnitSize | null {
  return size && { ...size, amount: Number(count) * size.amount };
}

function readPackOf(text: string): UnitSize | null {
  const count = PACK_OF.exec(text)?.[1];
  return count === undefined ? null : { measure: "piece", amount: Number(count) };
}

function readSingle(text: string): UnitSize | null {
  const bare = text.replace(/^(?:per |\/ ?)/, "").replace(/^(\d{1,4})-(?=pack|pc|ct|count)/, "$1 ");
  const [, number, fraction, word = ""] = SINGLE.exec(bare) ?? [];
  const whole = word.replace(HALF, "").replace(/\.$/, "");
  const unit = UNITS.get(whole);
  if (!unit || (number === undefined && unit.measure === "piece" && !ONE.test(whole))) return null;
  const count = number === undefined && fraction === undefined ? 1 : Number(number ?? 0) + fractionOf(fraction);
  return { ...unit, amount: (HALF.test(word) ? count / 2 : count) * unit.amount };
}

function fractionOf(text: string | undefined): number {
  const [over = 0, under = 1] = text?.split("/").map(Number) ?? [];
  return over / under;
}

/** To a thousandth, so that a stored amount is what was computed. */
function round(amount: number): number {
  return Math.round(amount * 1000) / 1000;
}

/**
 * What a pack costs per kilogram, liter or piece; small packs per 100 g or 100 ml, and cheap pieces per 100.
 * @param paid the price of the pack after its discount, in cents; of a kilogram if `isPerKilo`
 * @returns null if the text gives no amount, or the price would round to 0.00
 */
export function unitPrice(paid: number, text: string, isPerKilo = false): UnitPrice | null {
  const size = isPerKilo ? KILOGRAM : readUnit(text);
  if (!size) return null;
  const [count, per] = comparedBy(paid, size);
  const cents = Math.round((paid * count) / size.amount);
  return cents > 0 ? { cents, per } : null;
}

function comparedBy(paid: number, { measure, amount }: UnitSize): [count: number, per: UnitPrice["per"]] {
  if (measure === "piece") return paid / amount < CHEAP_PIECE ? [100, "100 pieces"] : [1, "piece"];
  const [whole, part] = measure === "g" ? (["kg", "100 g"] as const) : (["l", "100 ml"] as const);
  return amount < SMALL_PACK ? [100, part] : [1000, whole];
}
