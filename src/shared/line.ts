import * as z from "zod/mini";

/** Breaks of lines and other control characters; and what turns the direction of the text after it, so that it reads as something else. */
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;
const VISIBLE = /[^\p{Z}\p{Cf}]/u;

/** A text as one line: what is no part of a line becomes spaces, and what nobody could see becomes nothing. */
export function asLine(text: string): string {
  return VISIBLE.test(text) ? text.replace(UNWANTED, " ").trim() : "";
}

/** One line that a person fills in, required. */
export const line = (max: number) => z.string().check(z.overwrite(asLine), z.minLength(1, "is required"), z.maxLength(max));
