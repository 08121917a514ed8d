import { createHmac } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { hashOfToken } from "#server/random-token.ts";
import { keyFor } from "../account/session/access-token.ts";

/**
 * The tokens of invitation links. They are derived from the invitation, so that the job that emails a link can make it again although
 * the database stores only its hash.
 */
export class InvitationTokens {
  readonly #key: KeyObject;

  constructor(secret: string) {
    this.#key = keyFor("staff invitation", secret);
  }

  /** @param sending how often the invitation was sent, this time included */
  tokenOf(invitationId: string, sending: number): string {
    return createHmac("sha256", this.#key).update(`${invitationId} ${sending}`).digest("base64url");
  }

  /** What the database stores of the token. */
  hashOf(invitationId: string, sending: number): string {
    return hashOfToken(this.tokenOf(invitationId, sending));
  }
}
