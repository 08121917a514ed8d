import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Bytes of a hash: with 60,000 of them, one good password in 18 million is refused by chance. */
const HASH_BYTES = 5;

/**
 * The list: hashes in ascending order, made by `bin/make-common-passwords.ts` from public lists (MIT license). It is read
 * when the first password is set, stays as it is on disk, and costs 300 KB.
 */
export const LIST = new URL("common-passwords.bin", import.meta.url);
let list: Buffer | undefined;

/** What the list holds of a password. */
export function hashOfCommon(password: string): Buffer {
  return createHash("sha256").update(password).digest().subarray(0, HASH_BYTES);
}

/** What is compared: the password in lower case, and without what people add to the end to satisfy a form. */
export function variantsOf(password: string): string[] {
  const lower = password.normalize("NFKC").toLowerCase().trim();
  const withoutSigns = lower.replace(/[^\p{L}\p{N}]+$/u, "");
  const withoutDigits = withoutSigns.replace(/[^\p{L}]+$/u, "");
  return [...new Set([lower, withoutSigns, withoutDigits])].filter(Boolean);
}

/** Whether a password is one that attackers try first. */
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
