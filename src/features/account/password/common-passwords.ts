import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Bytes stored of each hash. With 60,000 hashes, one good password in 18 million is refused by chance. */
const HASH_BYTES = 5;

/**
 * Sorted hashes of common passwords, made by `bin/make-common-passwords.ts` from public lists (MIT license). Loaded when the first
 * password is set; takes 300 KB of memory.
 */
export const LIST = new URL("common-passwords.bin", import.meta.url);
let list: Buffer | undefined;

/** The part of a password's hash that the list contains. */
export function hashOfCommon(password: string): Buffer {
  return createHash("sha256").update(password).digest().subarray(0, HASH_BYTES);
}

/** The password in lower case, as it is and without the digits and symbols that people add to satisfy a form. */
export function variantsOf(password: string): string[] {
  const lower = password.normalize("NFKC").toLowerCase().trim();
  const withoutSigns = lower.replace(/[^\p{L}\p{N}]+$/u, "");
  const withoutDigits = withoutSigns.replace(/[^\p{L}]+$/u, "");
  return [...new Set([lower, withoutSigns, withoutDigits])].filter(Boolean);
}

/** Whether a password is so common that attackers try it first. */
export function isCommonPassword(password: string): boolean {
  list ??= readFileSync(LIST);
  return variantsOf(password).some((variant) => includes(list!, hashOfCommon(variant)));
}

function includes(sorted: Buffer, hash: Buffer): boolean {
  let [from, to] = [0, sorted.length / HASH_BYTES];
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = sorted.compare(hash, 0, HASH_BYTES, middle * HASH_BYTES, (middle + 1) * HASH_BYTES);
    if (order === 0) return true;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return false;
}
