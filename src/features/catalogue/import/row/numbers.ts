import { currency } from "#shared/money.ts";

/** The sign before the decimals. */
export type Decimals = "," | ".";
export const otherSign = (sign: Decimals): Decimals => (sign === "," ? "." : ",");

const words = (text: string) => new Set(text.split(/\s+/));

/** Currencies as people write them, in lower case, without the point that ends an abbreviation. */
const CURRENCY = words(`s/ b/ kr zł kč ft lei rs bs fr sfr chf eur euro euros usd gbp pen soles rm rp tl лв lv din дин rsd руб грн ден km
  ksh tsh ush br kz dh dhs mt us rd nt gh¢ bz tt ec lek сом сўм kn`);
/** These mean something else after a number, such as liters or grams. */
const CURRENCY_BEFORE = words("q l r k t e d g m gs ar af le ls nu sh p");
const CODES = new Set(Intl.supportedValuesOf("currency"));
const SHAPE = /^(-?)([^\d-]*)(-?)(\d[\d.,]*)(\D*)$/;

/** Characters that a cell with a number can have: the patterns take long on long texts. */
const LONGEST = 100;

interface Written {
  isNegative: boolean;
  /** Digits with their signs, such as `1.234,50`. */
  digits: string;
  isInCents: boolean;
}

/** Finds the number in a cell that holds nothing else but a currency or `%`. */
function findNumber(cell: string): Written | null {
  if (cell.length > LONGEST) return null;
  const bare = cell
    .trim()
    .replace("−", "-")
    .replace(/^'(?=\d)/, "")
    .replace(/[.,][-–—]$|(?<=\d)\.$/, "")
    .replace(/\*+$/, "")
    .replace(/(?<=\d)[\s'’](?=\d{3}(?:\D|$))/g, "");
  if (/\d\s+\d/.test(bare)) return null;
  const [, minus, before = "", minusToo, number, after = ""] = SHAPE.exec(bare.replaceAll(/\s/g, "")) ?? [];
  if (!number) return null;
  // The point after a letter is that of an abbreviation, such as `din.` or `S/.`; any other one may begin decimals, as in `$.50`.
  const point = /(?:^|\p{Sc})([.,])$/u.exec(before)?.[1] ?? "";
  const isInCents = after === "¢" && /^\d+$/.test(number);
  const hasCurrency = isCurrency(before.slice(0, before.length - point.length), CURRENCY_BEFORE) && (isInCents || isCurrency(after));
  return hasCurrency ? { isNegative: Boolean(minus || minusToo), digits: point + number, isInCents } : null;
}

function isCurrency(text: string, more?: ReadonlySet<string>): boolean {
  if (text === "" || text === "%" || CODES.has(text)) return true;
  const name = text.toLowerCase().replace(/\.$/, "");
  // `¢` is a cent, a colón or a cedi.
  return CURRENCY.has(name) || more?.has(name) || name === currency().symbol.toLowerCase() || /^(?!.*¢)[a-z]{0,3}\p{Sc}$/u.test(name);
}

/** Which decimals a cell shows, if it can only be read in one way: `3,50`, `1.234,50` or `1,299.00`, but not `1,299`. */
export function decimalsOf(cell: string): Decimals | undefined {
  if (cell.length > 24 || !/[.,]\d/.test(cell)) return undefined;
  const digits = findNumber(cell)?.digits ?? "";
  const [, other, sign, decimals] = /([.,])?[^.,]*([.,])(\d+)$/.exec(digits) ?? [];
  if (!sign || !decimals) return undefined;
  if (decimals.length !== 3 || (other && other !== sign) || /^0?[.,]/.test(digits)) return sign as Decimals; // the pattern has no other
  return undefined;
}

/** The sign before three digits, if nothing else in the cell says what it is, and whether they could be decimals: `1.200`, not `1.200.000`. */
export function threesOf(cell: string): { sign: Decimals; canBeDecimals: boolean } | undefined {
  const [, sign, more] = /^[1-9]\d{0,2}([.,])\d{3}((?:\1\d{3})*)$/.exec(findNumber(cell)?.digits ?? "") ?? [];
  return sign ? { sign: sign as Decimals, canBeDecimals: more === "" } : undefined; // the pattern has no other
}

/**
 * Rewrites a number as JavaScript reads it: `€ 1.234,50` is `1234.50`, `99 ¢` is `0.99`. Cells that can be read in two ways are read like
 * most of their column.
 * @returns null for anything else, such as a price range
 */
export function plainNumber(cell: string, column: Decimals = "."): string | null {
  const written = findNumber(cell);
  const number = written && withPoint(written.digits, column);
  if (!number) return null;
  return `${written.isNegative ? "-" : ""}${written.isInCents ? Number(number) / 100 : number}`;
}

const PER_KILO = /\s*(?:\/|\b(?:per|por|el|je|pro)\s)\s*(?:kgs?|kilos?|kilogramos?|kilogramm)\.?(?!\p{L})/iu;
const PER_PIECE = /\s*(?:\bc\/u|\/?\s*(?:ea|each|pcs?|pzas?|und?|uds?|unidad|unit|stk|stück))\.?$/iu;

/** A price without what it is for, and whether that is a kilogram: `3,50 €/kg`. */
export function bareAmount(cell: string): { amount: string; isPerKilo: boolean } {
  if (cell.length > LONGEST) return { amount: cell, isPerKilo: false };
  const isPerKilo = PER_KILO.test(cell);
  return { amount: cell.replace(isPerKilo ? PER_KILO : PER_PIECE, ""), isPerKilo };
}

function withPoint(digits: string, column: Decimals): string | null {
  const signs = new Set(digits.match(/[.,]/g));
  if (signs.size === 0) return digits;
  const last = digits.at(Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."))) as Decimals; // one of the two is there
  const thousands = otherSign(last);
  if (signs.size === 2) return join(digits, thousands, last);
  const parts = digits.split(last);
  const isAmbiguous = parts.length === 2 && parts[1]!.length === 3 && /^[1-9]\d{0,2}$/.test(parts[0]!);
  if (parts.length > 2 || (isAmbiguous && last !== column)) return join(digits, last, null);
  return `${parts[0] || "0"}.${parts[1]}`;
}

/** Joins groups of three digits, and what follows the decimal sign. */
function join(digits: string, thousands: Decimals, decimal: Decimals | null): string | null {
  const [whole, decimals, more] = decimal ? digits.split(decimal) : [digits];
  const groups = whole!.split(thousands);
  const isGrouped = groups.every((group, place) => (place === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group));
  if (!isGrouped || more !== undefined) return null;
  return groups.join("") + (decimals === undefined ? "" : `.${decimals}`);
}
