import * as z from "zod/mini";
import { asLine } from "./line.ts";

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
