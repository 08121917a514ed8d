import { createHmac } from "node:crypto";
import { keyFor } from "./access-token.ts";

/** The successor of a token. It is derived, so that a parallel tab gets the same one although it isn't stored in plain text. */
export function successorOf(refreshToken: string, secret: string): string {
  return createHmac("sha256", keyFor("refresh token", secret)).update(refreshToken).digest("base64url");
}
