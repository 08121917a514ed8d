import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";

/** How long an access token counts, in seconds. */
const LIFETIME = 15 * 60;
const ALGORITHM = "HS256";

/** What an access token says; everything else about a person is read when it is needed. */
export interface AccessClaims {
  userId: string;
  sessionId: string;
}

/** A key for one purpose alone, so that what is signed for one never counts for another. */
export function keyFor(purpose: string, secret: string): KeyObject {
  return createSecretKey(createHmac("sha256", secret).update(purpose).digest());
}

/** Signs and reads the shop's access tokens. */
export class AccessTokens {
  readonly #key: KeyObject;

  constructor(secret: string) {
    this.#key = keyFor("access token", secret);
  }

  sign({ userId, sessionId }: AccessClaims): Promise<string> {
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME}s`)
      .sign(this.#key);
  }

  /** What a token says, or null when the shop did not sign it or its time is over (unless `evenExpired`). */
  async read(token: string, { evenExpired = false } = {}): Promise<AccessClaims | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [ALGORITHM],
        requiredClaims: ["sub", "sid", "exp"],
        currentDate: evenExpired ? new Date(0) : new Date(),
      });
      return typeof payload["sid"] === "string" && payload.sub ? { userId: payload.sub, sessionId: payload["sid"] } : null;
    } catch {
      return null;
    }
  }
}
