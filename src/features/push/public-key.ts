import { ECDH } from "node:crypto";

/** Whether a browser's key, in base64url, is a point of the curve: messages can't be encrypted for any other. */
export function isPublicKey(key: string): boolean {
  try {
    ECDH.convertKey(key, "prime256v1", "base64url", "hex", "compressed");
    return true;
  } catch {
    return false;
  }
}
