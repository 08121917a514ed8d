import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

/** Seconds that a code is valid. One step earlier or later is accepted too, because clocks differ. */
const PERIOD = 30;

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
