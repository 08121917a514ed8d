import type { KeyObject } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { databaseNow } from "#server/db/clock.ts";
import { keyFor } from "./session/access-token.ts";

/** Days that the link of a verification email works. */
export const LINK_DAYS = 7;
const ALGORITHM = "HS256";

/** The account and the address that a link confirms. */
export interface VerificationClaims {
  userId: string;
  email: string;
}

/** Signs and reads the tokens in verification links. None is stored. */
export class VerificationTokens {
  readonly #key: KeyObject;

  constructor(secret: string) {
    this.#key = keyFor("verification email", secret);
  }

  sign({ userId, email }: VerificationClaims): Promise<string> {
    return new SignJWT({ email })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(userId)
      .setExpirationTime(Math.floor(databaseNow() / 1000) + LINK_DAYS * 86_400)
      .sign(this.#key);
  }

  /** The contents of a token; null if the shop didn't sign it, or it has expired. */
  async read(token: string): Promise<VerificationClaims | null> {
    try {
      const { payload } = await jwtVerify<{ email: unknown }>(token, this.#key, {
        algorithms: [ALGORITHM],
        requiredClaims: ["sub", "exp"],
        currentDate: new Date(databaseNow()),
      });
      const { sub, email } = payload;
      return sub && typeof email === "string" ? { userId: sub, email } : null;
    } catch {
      return null;
    }
  }
}
