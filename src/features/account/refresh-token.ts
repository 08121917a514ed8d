import { createHash, createHmac, randomBytes } from "node:crypto";
import { keyFor } from "./access-token.ts";

/** The first refresh token of a session: 256 random bits. */
export function newRefreshToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database keeps of a refresh token: its SHA-256, in hex. */
export function hashOf(refreshToken: string): string {
  return createHash("sha256").update(refreshToken).digest("hex");
}

/** The one token that follows another. It can be told again to a parallel tab, though nothing readable is stored. */
export function successorOf(refreshToken: string, secret: string): string {
  return createHmac("sha256", keyFor("refresh token", secret)).update(refreshToken).digest("base64url");
}
