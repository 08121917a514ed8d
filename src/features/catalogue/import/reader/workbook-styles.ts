import { readXml } from "./parse-xml.ts";

/** How a number is shown: as a percentage, or with leading zeros. */
export interface CellStyle {
  isPercent: boolean;
  /** Digits to show at least. */
  digits: number;
}

export const PLAIN: CellStyle = { isPercent: false, digits: 0 };

/** Excel's built-in percentages. */
const PERCENT = new Set([9, 10]);

/** The styles that cells refer to by number. */
export async function readStyles(part: AsyncIterable<Buffer> | undefined): Promise<CellStyle[]> {
  if (!part) return [];
  const codes = new Map<number, string>();
  const styles: CellStyle[] = [];
  let isCellStyle = false;
  await readXml(part, {
    open(name, { numFmtId = "0", formatCode = "" }) {
      if (name === "cellXfs") isCellStyle = true;
      else if (name === "numFmt") codes.set(Number(numFmtId), formatCode);
      else if (name === "xf" && isCellStyle) styles.push(styleOf(Number(numFmtId), codes.get(Number(numFmtId)) ?? ""));
    },
    close(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return styles;
}

function styleOf(id: number, code: string): CellStyle {
  const isPercent = PERCENT.has(id) || code.replaceAll(/"[^"]*"|\\./g, "").includes("%");
  return { isPercent, digits: /^0{1,30}$/.test(code) ? code.length : 0 };
}

/** A number as it is shown, without the noise of binary fractions: 3.4999999999999996 is 3.5. */
export function formatNumber(written: string, { isPercent, digits }: CellStyle): string {
  const number = Number(written);
  if (written.trim() === "" || !Number.isFinite(number)) return written;
  const shown = isPercent ? number * 100 : number;
  const clean = Number(shown.toPrecision(15));
  const text = Math.abs(clean) < 1e21 && Number.isInteger(clean) ? BigInt(clean).toString() : String(clean);
  return text.padStart(digits, "0");
}
