import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { databaseNow } from "#server/db/clock.ts";

/** Seconds that an access token is valid. */
const LIFETIME = 15 * 60;
const ALGORITHM = "HS256";
/** Tokens whose signature isn't verified again, since that waits for the threads that also hash passwords. */
const REMEMBERED = 10_000;

/** The contents of an access token. Everything else about a person is read when needed. */
export interface AccessClaims {
  userId: string;
  sessionId: string;
}

/** A key for one purpose, so that a token signed for one purpose isn't valid for another. */
export function keyFor(purpose: string, secret: string): KeyObject {
  return createSecretKey(createHmac("sha256", secret).update(purpose).digest());
}

/** Signs and reads the shop's access tokens. */
export class AccessTokens {
  readonly #key: KeyObject;
  readonly #checked = new LRUCache<string, { claims: AccessClaims; expiresAt: number }>({ max: REMEMBERED });

  constructor(secret: string) {
    this.#key = keyFor("access token", secret);
  }

  sign({ userId, sessionId }: AccessClaims): Promise<string> {
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(userId)
      .setIssuedAt(Math.floor(databaseNow() / 1000))
      .setExpirationTime(Math.floor(databaseNow() / 1000) + LIFETIME)
      .sign(this.#key);
  }

  /** The contents of a token; null if the shop didn't sign it, or it has expired (unless `evenExpired`). */
  async read(token: string, { evenExpired = false } = {}): Promise<AccessClaims | null> {
    const checked = this.#checked.get(token) ?? (await this.#check(token));
    if (!checked) return null;
    return evenExpired || checked.expiresAt > databaseNow() ? checked.claims : null;
  }

  async #check(token: string) {
    try {
      const { payload } = await jwtVerify<{ sid: unknown }>(token, this.#key, {
        algorithms: [ALGORITHM],
        requiredClaims: ["sub", "sid", "exp"],
        // `read` compares the expiry, each time.
        currentDate: new Date(0),
      });
      const { sub, sid, exp } = payload;
      if (!sub || typeof sid !== "string" || !exp) return undefined;
      const checked = { claims: { userId: sub, sessionId: sid }, expiresAt: exp * 1000 };
      this.#checked.set(token, checked);
      return checked;
    } catch {
      return undefined;
    }
  }
}
