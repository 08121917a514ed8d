import * as z from "zod/mini";

/** Line breaks and other control characters, and characters that reverse text. */
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;
const VISIBLE = /[^\p{Z}\p{Cf}]/u;

/** Text as a single line: line breaks and the like become spaces, invisible characters are removed. */
export function asLine(text: string): string {
  return VISIBLE.test(text) ? text.replace(UNWANTED, " ").trim() : "";
}

/** A required single-line text field. */
export const line = (max: number) => z.string().check(z.overwrite(asLine), z.minLength(1, "is required"), z.maxLength(max));
