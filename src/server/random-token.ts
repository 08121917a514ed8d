import { createHash, randomBytes } from "node:crypto";

/** 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the database stores of a token: its SHA-256, in hex. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
