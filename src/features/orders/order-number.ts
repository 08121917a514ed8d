import { randomBytes } from "node:crypto";

/** Crockford's base32: no I, L, O or U, so a number can be read aloud. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 12;

/** A random order number of 12 characters. The first 8 or the last 4 are usually enough to tell orders apart. */
export function newOrderNumber(): string {
  return Array.from(randomBytes(LENGTH), (byte) => DIGITS[byte % DIGITS.length]).join("");
}
