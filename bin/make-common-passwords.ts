// Makes the list of common passwords: `node bin/make-common-passwords.ts`, after a change of common-passwords.txt or of the
// package. The package's list and words are those of zxcvbn-ts (MIT license); common-passwords.txt adds the shop's own.
import { readFileSync, writeFileSync } from "node:fs";
import { dictionary } from "@zxcvbn-ts/language-common";
import { hashOfCommon, LIST, variantsOf } from "../src/features/account/common-passwords.ts";

/** Every common password, with the forms in which it is compared. */
export function commonPasswords(): Set<string> {
  const own = readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8")
    .trim()
    .split("\n");
  const words = [...dictionary["passwords-common"], ...dictionary["diceware-common"], ...own];
  return new Set(words.flatMap(variantsOf));
}

/** The bytes of the list. */
export function makeList(passwords: Iterable<string>): Buffer {
  const hashes = Array.from(passwords, (password) => hashOfCommon(password).toString("hex"));
  return Buffer.from([...new Set(hashes)].toSorted().join(""), "hex");
}

if (import.meta.main) writeFileSync(LIST, makeList(commonPasswords()));
