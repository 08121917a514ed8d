import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";
import { keyFor } from "../session/access-token.ts";

/** Seconds that a code is valid. One step earlier or later is accepted too, because clocks differ. */
const PERIOD = 30;
const CIPHER = "aes-256-gcm";

/** A new secret of 160 bits, in base32. */
export const newSecret = () => new Secret({ size: 20 }).base32;

function totpOf(secret: string, issuer = "", label = ""): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), issuer, label, algorithm: "SHA1", digits: 6, period: PERIOD });
}

/** The secret as apps read it: an `otpauth:` address, and its QR code as an SVG. */
export function describeSecret(secret: string, issuer: string, email: string) {
  const uri = totpOf(secret, issuer, email).toString();
  return { secret: secret.replace(/(.{4})(?=.)/g, "$1 "), uri, qrCode: renderSVG(uri) };
}

/**
 * The step that a code belongs to, or null for a wrong code.
 * @param now milliseconds since 1970, of the database's clock
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret).validate({ token, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

/** Encrypts secrets, so that a copy of the database alone can't produce codes. */
export class SecretBox {
  readonly #key;

  constructor(jwtSecret: string) {
    this.#key = keyFor("authenticator secret", jwtSecret);
  }

  seal(secret: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv(CIPHER, this.#key, iv);
    const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    return [iv, cipher.getAuthTag(), sealed].map((part) => part.toString("base64url")).join(".");
  }

  /** @returns null if it was encrypted with another JWT_SECRET */
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
