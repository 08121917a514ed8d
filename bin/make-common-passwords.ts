// Generates the list of common passwords: run `node bin/make-common-passwords.ts` after changing common-passwords.txt or updating the
// package. The lists and words come from zxcvbn-ts (MIT license); common-passwords.txt adds the shop's own.
import { readFileSync, writeFileSync } from "node:fs";
import { dictionary } from "@zxcvbn-ts/language-common";
import { hashOfCommon, LIST, variantsOf } from "#features/account/password/common-passwords.ts";

/** Every common password, in the forms used for comparison. */
export function commonPasswords(): Set<string> {
  const own = readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const words = [...dictionary["passwords-common"], ...dictionary["diceware-common"], ...own];
  return new Set(words.flatMap(variantsOf));
}

/** The file's bytes. */
export function makeList(passwords: Iterable<string>): Buffer {
  const hashes = Array.from(passwords, (password) => hashOfCommon(password).toString("hex"));
  return Buffer.from([...new Set(hashes)].toSorted().join(""), "hex");
}

if (import.meta.main) writeFileSync(LIST, makeList(commonPasswords()));
