import * as z from "zod/mini";

/** One line that a person fills in, required: control characters and line breaks become spaces. */
export const line = (max: number) =>
  z.string().check(
    z.overwrite((text) => text.replace(/\p{Cc}+/gu, " ")),
    z.trim(),
    z.minLength(1, "is required"),
    z.maxLength(max),
  );
