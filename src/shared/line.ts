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

/** A single-line text that may be empty. */
export const optionalLine = (max: number) => z.string().check(z.overwrite(asLine), z.maxLength(max));

/** Text of several lines that may be empty, with plain line breaks. */
export const lines = (max: number) => z.string().check(z.overwrite(asLines), z.maxLength(max));

function asLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(asLine)
    .join("\n")
    .trim();
}
