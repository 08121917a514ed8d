import * as z from "zod/mini";

/** Breaks of lines and other control characters; and what turns the direction of the text after it, so that it reads as something else. */
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;
const VISIBLE = /[^\p{Z}\p{Cf}]/u;

/** One line that a person fills in, required: what is no part of a line becomes spaces. */
export const line = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.replace(UNWANTED, " ")),
    z.trim(),
    z.minLength(1, "is required"),
    z.refine((text) => VISIBLE.test(text), "is required"),
    z.maxLength(max),
  );
