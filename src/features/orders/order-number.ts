import { randomBytes } from "node:crypto";

/** Crockford's base 32: no I, L, O, U, so a number can be read out. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 12;

/** A random order number of 12 characters; its first 8 and its last 4 already tell orders apart. */
export function newOrderNumber(): string {
  return Array.from(randomBytes(LENGTH), (byte) => DIGITS[byte % DIGITS.length]).join("");
}
