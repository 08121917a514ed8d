import { createHmac, type KeyObject } from "node:crypto";
import { keyFor } from "../account/session/access-token.ts";
import { CODE_LENGTH } from "./contract.ts";

/** Makes reset codes. A code is derived from the id of its request and the shop's secret, so it is stored nowhere in plain text. */
export class ResetCodes {
  readonly #making: KeyObject;
  readonly #hashing: KeyObject;

  constructor(secret: string) {
    this.#making = keyFor("reset code", secret);
    this.#hashing = keyFor("reset code hash", secret);
  }

  /** The code of a request: six digits, every combination equally likely. */
  codeOf(id: string): string {
    // Of 2^64 numbers: the bias of the modulus is negligible.
    const number = createHmac("sha256", this.#making).update(id).digest().readBigUInt64BE() % 10n ** BigInt(CODE_LENGTH);
    return String(number).padStart(CODE_LENGTH, "0");
  }

  /** What the database stores of a code: a keyed hash, which cannot be brute-forced without the shop's secret. */
  hashOf(id: string, code: string): string {
    return createHmac("sha256", this.#hashing).update(`${id} ${code}`).digest("hex");
  }
}
