import { createHash, randomBytes } from "node:crypto";

const COUNT = 10;
/** Letters and digits that don't look alike. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";

/** New codes, such as `k7mq-2xhd-9fwb-t4rc`: 79 random bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: 16 }, randomLetter).join("");
    return letters.replace(/(.{4})(?=.)/g, "$1-");
  });
}

/** Each letter is equally likely, because bytes beyond the last whole alphabet are drawn again. */
function randomLetter(): string {
  for (;;) {
    const [byte] = randomBytes(1);
    if (byte! < 256 - (256 % ALPHABET.length)) return ALPHABET[byte! % ALPHABET.length]!;
  }
}

/** What the database stores of a code, however it was typed. */
export function hashOfCode(code: string): string {
  return createHash("sha256")
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ""))
    .digest("hex");
}
