import { createHash, createHmac, randomBytes } from "node:crypto";
import { keyFor } from "./access-token.ts";

/** The first refresh token of a session: 256 random bits. */
export function newRefreshToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database stores of a refresh token: its SHA-256, in hex. */
export function hashOf(refreshToken: string): string {
  return createHash("sha256").update(refreshToken).digest("hex");
}

/** The successor of a token. It is derived, so that a parallel tab gets the same one although it isn't stored in plain text. */
export function successorOf(refreshToken: string, secret: string): string {
  return createHmac("sha256", keyFor("refresh token", secret)).update(refreshToken).digest("base64url");
}
