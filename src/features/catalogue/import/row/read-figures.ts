import { instantOf } from "#shared/local-time.ts";
import { discounted, formatCents, readAmount } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { LIMITS, readDiscount, readPrice } from "../../fields/rules.ts";
import type { Field } from "../contract.ts";
import { bareAmount, plainNumber, threesOf } from "./numbers.ts";
import type { Reading, Row } from "./row.ts";

/** A cell of the row; `null` if no column is mapped to the field. */
export type ReadCell = (field: Field) => string | null;
/** Leaves a cell out, with a warning that says why. */
export type Leave = (field: string, why: string) => void;

interface Amount {
  /** In the form JavaScript reads; null if it isn't a number, or could be two. */
  number: string | null;
  isPerKilo: boolean;
  /** What else it may be; otherwise empty. */
  doubt: string;
}

/** An amount as it is written in a column. More than two decimals are rounded, with a warning unless they are zeros. */
export function amountIn(how: Reading, field: Field, written: string, warnings: string[]): Amount {
  const place = how.mapping.indexOf(field);
  const { decimals, threes } = how.numbers[place] ?? {};
  const { amount, ...said } = bareAmount(written);
  const isPerKilo = said.isPerKilo || how.perKilo[place] === true;
  const number = plainNumber(amount, decimals);
  const isOpen = threes !== undefined && threesOf(amount)?.canBeDecimals === true;
  if (isOpen && threes === "unclear") return { number: null, isPerKilo, doubt: doubtAbout(written, amount) };
  const [, fraction = ""] = number?.split(".") ?? [];
  const hasZeros = /^\d\d0+$/.test(fraction);
  if (number === null || fraction.length <= 2 || (isOpen && !hasZeros)) return { number, isPerKilo, doubt: "" };
  const rounded = (Math.round(Number(`${number}e2`)) / 100).toFixed(2);
  const price = formatCents(readAmount(rounded));
  if (!hasZeros) warnings.push(t("{field} {written} was rounded to {price}", { field, written: quoted(written), price }));
  else if (isOpen) warnings.push(t("{field} {written} was read as {price}", { field, written: quoted(written), price }));
  return { number: rounded, isPerKilo, doubt: "" };
}

function doubtAbout(written: string, amount: string): string {
  const either = ([",", "."] as const).map((sign) => Math.round(Number(`${plainNumber(amount, sign)}e2`))).toSorted((a, b) => b - a);
  const [whole = 0, fraction = 0] = either;
  return t("{written} may be {whole} or {fraction}", {
    written: quoted(written),
    whole: formatCents(whole),
    fraction: formatCents(fraction),
  });
}

/** Price and discount, from one price and a discount, or from two prices. A sale price alone is left to compare with the product's price. */
export function readPrices(
  how: Reading,
  cell: ReadCell,
  leave: Leave,
  warnings: string[],
): Pick<Row, "priceCents" | "saleCents" | "discountHundredths" | "isPerKilo"> & { fault: string } {
  let isPerKilo = false;
  const amount = (field: Field): { written: string | null; cents: number | null; reason: string; doubt: string } => {
    const written = cell(field);
    if (!written) return { written, cents: null, reason: "", doubt: "" };
    const { number, doubt, ...plain } = amountIn(how, field, written, warnings);
    const read = doubt ? { ok: false as const, reason: doubt } : readPrice(number ?? written);
    isPerKilo ||= read.ok && plain.isPerKilo;
    if (read.ok) return { written, cents: read.value, reason: "", doubt };
    return { written, cents: null, reason: doubt || `${quoted(written)} ${read.reason}`, doubt };
  };
  const optional = (field: Field) => {
    const { written, cents, reason, doubt } = amount(field);
    const isNone = written !== null && Number(plainNumber(written) ?? Number.NaN) === 0;
    if (reason && !isNone) leave(field, doubt || t("{written} is not a price", { written: quoted(written ?? "") }));
    return cents;
  };
  const price = amount("price");
  const sale = readSale(how, cell, optional("sale_price"), leave, warnings);
  const compareAt = optional("compare_at_price");
  if (price.cents !== null && sale !== null && sale > price.cents) leave("sale_price", aboveThePrice(sale, price.cents));
  const hasNoList = price.cents === null && compareAt === null;
  const paid = hasNoList ? Infinity : Math.min(...[price.cents, sale].filter((cents) => cents !== null));
  const list = Math.max(...[price.cents, compareAt].filter((cents) => cents !== null), paid);
  const hasPrice = Number.isFinite(paid);
  const fault = hasPrice || price.written === null ? "" : `price ${price.reason || t("is empty")}`;

  const percent = readPercent(how, cell, leave);
  const hasTwo = how.mapping.includes("sale_price") || how.mapping.includes("compare_at_price");
  const discountHundredths = hasPrice && hasTwo ? discountOf(percent, list, paid, warnings) : percent;
  // As an empty discount does. With a list price, that is so anyway.
  const endsSale = hasNoList && cell("sale_price") === "";
  return {
    isPerKilo,
    priceCents: hasPrice ? list : null,
    saleCents: hasNoList ? sale : null,
    discountHundredths: discountHundredths ?? (endsSale ? 0 : null),
    fault,
  };
}

/** A date that can be read in one way only, whoever wrote it. */
const ISO_DATE = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

const OTHER_DATE = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|(?<!-)\d\d)(?: (\d{1,2}:.*))?$/;

/** A day like 24/12/2026 or 12/24/26 (26-12-24 may begin with the year), with or without a time, written like 2026-12-24 if it is clear which number is the day. */
function clearDate(written: string): string {
  const [, first = "", sign, second = "", year, time] = OTHER_DATE.exec(written) ?? [];
  if (!year) return written;
  const isDayFirst = sign === "." || Number(first) > 12 || Number(first) === Number(second);
  if (!isDayFirst && Number(second) <= 12) return written;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  const date = [year.padStart(4, "20"), month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  return time ? `${date} ${time.replace(/^\d:/, "0$&")}` : date;
}

/** JavaScript reads 2026-11-31 as 1 December. */
function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** The time a cell names, in milliseconds; NaN if it isn't clear. Without a zone of its own, it is in the shop's. @param clock of a mere day */
function timeIn(written: string, clock: string, timeZone: string): number {
  const [, day, time = clock, zone = ""] = ISO_DATE.exec(clearDate(written)) ?? [];
  if (!day || !isDay(day)) return Number.NaN;
  const at = Date.parse(`${day}T${time}${zone || "Z"}`);
  return zone || Number.isNaN(at) ? at : instantOf(day, time, timeZone).getTime();
}

/** A sale price, unless its dates say that it does not count now, or don't say it clearly. */
function readSale(how: Reading, cell: ReadCell, sale: number | null, leave: Leave, warnings: string[]): number | null {
  if (sale === null) return null;
  const [from, until] = [cell("sale_from") ?? "", cell("sale_until") ?? ""];
  // A day ends when it is over.
  const [start, end] = [timeIn(from, "00:00", how.timeZone), timeIn(until, "23:59:59", how.timeZone)];
  const unclear = (from !== "" && Number.isNaN(start) && from) || (until !== "" && Number.isNaN(end) && until);
  const why =
    (start > how.now && t("has not begun ({date})", { date: quoted(from) })) ||
    (end < how.now && t("is over ({date})", { date: quoted(until) })) ||
    (unclear && t("has a date that isn't written like 2026-12-24 ({date})", { date: quoted(unclear) }));
  if (why) {
    leave("sale_price", why);
    return null;
  }
  if (end >= how.now)
    warnings.push(t("{field} ends in the other shop ({date}), but not here", { field: "sale_price", date: quoted(until) }));
  return sale;
}

/** Why a sale price is left out. */
export const aboveThePrice = (sale: number, price: number) =>
  t("{sale} is above the price of {price}", { sale: formatCents(sale), price: formatCents(price) });

/** The discount that a sale gives or, without a sale, the one that the row names. Warns if no percentage gives the sale's price. */
export function discountOf(percent: number | null, list: number, paid: number, warnings: string[]): number {
  if (paid >= list) return percent ?? 0;
  const discount = discountBetween(list, paid);
  const becomes = discounted(list, discount);
  if (becomes !== paid)
    warnings.push(
      t("price {paid} becomes {becomes}, the closest price a percent discount can give", {
        paid: formatCents(paid),
        becomes: formatCents(becomes),
      }),
    );
  return discount;
}

/** The discount, in hundredths of a percent, that comes nearest to the price paid. */
function discountBetween(list: number, paid: number): number {
  const about = Math.round(((list - paid) * 10_000) / list);
  const near = [about, about - 1, about + 1].filter(
    (one) => one >= LIMITS.discountHundredths.least && one <= LIMITS.discountHundredths.most,
  );
  return near.toSorted((a, b) => Math.abs(discounted(list, a) - paid) - Math.abs(discounted(list, b) - paid))[0] ?? 0;
}

function readPercent(how: Reading, cell: ReadCell, leave: Leave): number | null {
  const written = cell("discount");
  if (!written) return written === "" ? 0 : null;
  const read = readDiscount(plainNumber(written, how.numbers[how.mapping.indexOf("discount")]?.decimals) ?? written);
  if (!read.ok) leave("discount", `${quoted(written)} ${read.reason}`);
  return read.ok ? read.value : null;
}

const SOLD_OUT =
  /^(?:0|false|no|nein|out ?of ?stock|sold ?out|agotado|sin (?:stock|existencias)|nicht (?:auf lager|verfügbar)|ausverkauft)$/i;
/** What people write around a number of pieces: `> 50`, `10+`, `12 unid.` */
const AROUND_PIECES = /^[>~≈]\s*(?=\d)|(?<=\d)\s*(?:\+|(?:u|und?s?|unids?|unidades|unidad|pcs?|pieces|pzas?|piezas|stk|stück)\.?)$/giu;

/** The stock: a whole number, never less than 0. */
export function readPieces(how: Reading, cell: ReadCell, leave: Leave, warnings: string[]): number | null {
  const written = cell("stock");
  if (!written) return SOLD_OUT.test(cell("in_stock") ?? "") ? 0 : null;
  const plain = plainNumber(written.replace(AROUND_PIECES, ""), how.numbers[how.mapping.indexOf("stock")]?.decimals);
  if (plain === null && SOLD_OUT.test(written)) return 0;
  const number = plain === null ? Number.NaN : Number(plain);
  if (!(number <= LIMITS.stock.most)) {
    leave(
      "stock",
      `${quoted(written)} ${t("must be a whole number from {least} to {most}", { least: LIMITS.stock.least, most: LIMITS.stock.most })}`,
    );
    return null;
  }
  if (number <= 0 && cell("stock_tracker") === "") {
    leave("stock", t("is not tracked in the other shop"));
    return null;
  }
  const pieces = Math.max(0, Math.floor(number));
  if (number < 0) warnings.push(t("stock {written} was read as 0", { written: quoted(written) }));
  else if (pieces !== number) warnings.push(t("stock {written} was rounded down to {pieces}", { written: quoted(written), pieces }));
  return pieces;
}

/** A cell as problems show it. */
export function quoted(cell: string): string {
  return JSON.stringify(cell.length > 60 ? `${cell.slice(0, 60).toWellFormed()}…` : cell);
}
