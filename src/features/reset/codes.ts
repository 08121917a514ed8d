import { createHash, createHmac, randomBytes, timingSafeEqual, type KeyObject } from "node:crypto";
import { keyFor } from "../account/access-token.ts";
import { CODE_LENGTH } from "./contract.ts";

/** Makes the codes of letters. A code follows from the id of its asking and the shop's secret, so it is stored nowhere readable. */
export class ResetCodes {
  readonly #making: KeyObject;
  readonly #hashing: KeyObject;

  constructor(secret: string) {
    this.#making = keyFor("reset code", secret);
    this.#hashing = keyFor("reset code hash", secret);
  }

  /** The code of an asking: six digits, each as likely as any other. */
  codeOf(id: string): string {
    // Of 2^64 numbers: what the modulus favours is far from being seen.
    const number = createHmac("sha256", this.#making).update(id).digest().readBigUInt64BE() % 10n ** BigInt(CODE_LENGTH);
    return String(number).padStart(CODE_LENGTH, "0");
  }

  /** What the database keeps of a code. Without the shop's secret nobody can try all of them on it. */
  hashOf(id: string, code: string): string {
    return createHmac("sha256", this.#hashing).update(`${id} ${code}`).digest("hex");
  }

  isCode(code: string, { id, codeHash }: { id: string; codeHash: string }): boolean {
    return timingSafeEqual(Buffer.from(this.hashOf(id, code)), Buffer.from(codeHash));
  }
}

/** What a right code is exchanged for: 256 random bits. */
export function newTicket(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database keeps of a ticket: its SHA-256, in hex. */
export function hashOfTicket(ticket: string): string {
  return createHash("sha256").update(ticket).digest("hex");
}
