import { readXml } from "./parse-xml.ts";

/** How a number is shown: as a percentage, a date, or with leading zeros. */
export interface CellStyle {
  isPercent: boolean;
  /** The number that stands for 1970-01-01, if it is shown as a date. */
  unixDay: number | null;
  /** Digits to show at least. */
  digits: number;
}

export const PLAIN: CellStyle = { isPercent: false, unixDay: null, digits: 0 };

/** 1970-01-01 in workbooks that count days from 1900, and in those from 1904. */
export const UNIX_DAY = { from1900: 25_569, from1904: 24_107 } as const;

/** Excel's built-in percentages. */
const PERCENT = new Set([9, 10]);
/** Excel's built-in date formats, including East Asian ones. */
const isDateId = (id: number) => (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);
/** A day in milliseconds. */
const DAY_MS = 86_400_000;
/** The day after the year 9999. */
const NO_DAY = 2_958_466;

/** Characters that a number format can have. */
const LONGEST_FORMAT = 255;

/** The styles that cells refer to by number. @param unixDay one of {@link UNIX_DAY} */
export async function readStyles(part: AsyncIterable<Buffer> | undefined, unixDay: number): Promise<CellStyle[]> {
  if (!part) return [];
  const codes = new Map<number, string>();
  const styles: CellStyle[] = [];
  let isCellStyle = false;
  await readXml(part, {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "cellXfs") isCellStyle = true;
      else if (name === "numFmt") codes.set(Number(numFmtId), formatCode.slice(0, LONGEST_FORMAT));
      else if (name === "xf" && isCellStyle) styles.push(styleOf(Number(numFmtId), codes.get(Number(numFmtId)) ?? "", unixDay));
    },
    close(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return styles;
}

function styleOf(id: number, code: string, unixDay: number): CellStyle {
  // Without texts, colors and languages.
  const signs = code.replaceAll(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, "");
  const isDate = isDateId(id) || /[dy]/i.test(signs);
  return {
    isPercent: PERCENT.has(id) || signs.includes("%"),
    unixDay: isDate ? unixDay : null,
    digits: /^0{1,30}$/.test(code) ? code.length : 0,
  };
}

/** A number as it is shown, without the noise of binary fractions: 3.4999999999999996 is 3.5. Dates are written like 2026-12-24T18:30. */
export function formatNumber(written: string, { isPercent, unixDay, digits }: CellStyle): string {
  const number = Number(written);
  if (written.trim() === "" || !Number.isFinite(number)) return written;
  if (unixDay !== null && number >= 1 && number < NO_DAY) {
    const seconds = Math.round(((number - unixDay) * DAY_MS) / 1000);
    return new Date(seconds * 1000).toISOString().replace(/(?:T00:00)?(?::00)?\.000Z$/, "");
  }
  const shown = isPercent ? number * 100 : number;
  const clean = Number(shown.toPrecision(15));
  const text = Math.abs(clean) < 1e21 && Number.isInteger(clean) ? BigInt(clean).toString() : String(clean);
  return text.padStart(digits, "0");
}
