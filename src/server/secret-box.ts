import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";

/** Encrypts short secrets, so that a copy of the database alone is not enough to read them. */
export class SecretBox {
  readonly #key: Uint8Array;

  /** @param purpose keys for one purpose open nothing of another */
  constructor(secret: string, purpose: string) {
    this.#key = createHmac("sha256", secret).update(purpose).digest();
  }

  seal(text: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv(CIPHER, this.#key, iv);
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return [iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url")).join(".");
  }

  /** @returns null if it was encrypted with another secret, or for another purpose */
  open(sealed: string): string | null {
    const [iv, tag, text] = sealed.split(".").map((part) => Buffer.from(part, "base64url"));
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, iv!).setAuthTag(tag!);
      return Buffer.concat([decipher.update(text!), decipher.final()]).toString("utf8");
    } catch {
      return null;
    }
  }
}
