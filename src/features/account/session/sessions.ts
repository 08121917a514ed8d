import type { Config } from "#server/settings/config.ts";
import type { Database, Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Visitor } from "#server/shop.ts";
import { AccessTokens } from "./access-token.ts";
import { hashOf, newRefreshToken, successorOf } from "./refresh-token.ts";
import { judgeRefresh } from "../rules.ts";
import { noteSecurityEvent, type Origin } from "../security-events.ts";
import * as sessions from "./session-store.ts";
import * as store from "../store.ts";

/** The tokens of a login: an access token for 15 minutes, and a refresh token to get the next ones. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Begins, renews and ends sessions, and identifies visitors by their access tokens. */
export class Sessions {
  readonly #database: Database;
  readonly #secret: string;
  readonly #accessTokens: AccessTokens;

  constructor({ config, database }: { config: Pick<Config, "jwtSecret">; database: Database }) {
    this.#database = database;
    this.#secret = config.jwtSecret;
    this.#accessTokens = new AccessTokens(config.jwtSecret);
  }

  /**
   * Begins a session. `passwordHash` is the hash the password was compared with: if it has changed since, the new password has ended
   * all sessions, and this one must not begin.
   * @throws Refusal 401 if the password has changed, or the person is no longer Active
   */
  async begin(
    tx: Db,
    { id: userId, passwordHash }: { id: string; passwordHash: string },
    { userAgent }: Origin,
    { twoStep = false } = {},
  ): Promise<Tokens> {
    const sessionId = newId();
    const refreshToken = newRefreshToken();
    if (!(await store.noteLogin(tx, userId, passwordHash))) throw refuse.unauthenticated();
    await sessions.insertSession(tx, { id: sessionId, userId, userAgent, twoStep });
    await sessions.insertRefreshToken(tx, hashOf(refreshToken), sessionId);
    return { accessToken: await this.#accessTokens.sign({ userId, sessionId }), refreshToken };
  }

  /**
   * Exchanges a refresh token for new tokens. One that was used more than a few seconds ago ends its session.
   * @throws Refusal 401 if it isn't valid
   */
  async renew(refreshToken: string, from: Origin): Promise<Tokens> {
    const hash = hashOf(refreshToken);
    const successor = successorOf(refreshToken, this.#secret);
    // Refused after the transaction, so that the end of a session is committed.
    const known = await this.#database.transact(async (tx) => {
      const token = await sessions.lockRefreshToken(tx, hash);
      const judged = judgeRefresh(token);
      if (!token) return null;
      if (judged.ok && judged.first) await sessions.replaceRefreshToken(tx, hash, hashOf(successor), token.sessionId);
      if (!judged.ok && judged.reason === "reused") {
        await sessions.revokeSession(tx, token.sessionId);
        await noteSecurityEvent(tx, { kind: "refresh-reused", userId: token.userId, from });
      }
      return judged.ok ? token : null;
    });
    if (!known) throw refuse.unauthenticated();
    return { accessToken: await this.#accessTokens.sign(known), refreshToken: successor };
  }

  /** The owner of a refresh token, valid or not; undefined if the shop never issued it. */
  ownerOf(refreshToken: string): Promise<string | undefined> {
    return sessions.readTokenOwner(this.#database.db, hashOf(refreshToken));
  }

  /**
   * Ends the session of an access token, even an expired one.
   * @throws Refusal 401 if the shop didn't sign it
   */
  async end(accessToken: string, from: Origin): Promise<void> {
    const claims = await this.#accessTokens.read(accessToken, { evenExpired: true });
    if (!claims) throw refuse.unauthenticated();
    const { userId, sessionId } = claims;
    await this.#database.transact(async (tx) => {
      if (await sessions.revokeSession(tx, sessionId)) await noteSecurityEvent(tx, { kind: "logout", userId, from });
    });
  }

  /** Whether an access token was signed by this shop and has not expired. Its session may have ended. */
  async isSigned(accessToken: string): Promise<boolean> {
    return (await this.#accessTokens.read(accessToken)) !== null;
  }

  /** The visitor of an access token. Session, person and role are read on every request. */
  async identify(accessToken: string): Promise<Visitor | null> {
    const claims = await this.#accessTokens.read(accessToken);
    if (!claims) return null;
    const session = await sessions.readSession(this.#database.prepared, claims.userId, claims.sessionId);
    return session ? { ...claims, ...session } : null;
  }

  /** Which of these sessions are valid, by id: for connections that outlast a request. */
  validSessions(sessionIds: readonly string[]): Promise<Set<string>> {
    return sessions.readValidSessions(this.#database.db, sessionIds);
  }
}
