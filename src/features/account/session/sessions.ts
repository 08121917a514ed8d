import type { Config } from "#server/settings/config.ts";
import type { Database, Db } from "#server/db/connect.ts";
import { refersToNothing } from "#server/db/sql-state.ts";
import { SharedReads } from "#server/db/shared-reads.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import { hashOfToken, newToken } from "#server/random-token.ts";
import type { LoggedIn, Visitor } from "#server/shop.ts";
import { AccessTokens } from "./access-token.ts";
import { successorOf } from "./refresh-token.ts";
import { judgeRefresh } from "../rules.ts";
import { noteSecurityEvent, type Origin } from "../security-events.ts";
import * as sessions from "./session-store.ts";

/** The tokens of a login: an access token for 15 minutes, and a refresh token to get the next ones. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** For a transaction that begins a session: without one, the refresh token refers to nothing. @throws Refusal 401 then */
export function refuseEnded(error: unknown): never {
  throw refersToNothing(error) ? refuse.unauthenticated() : error;
}

/** Begins, renews and ends sessions, and identifies visitors by their access tokens. */
export class Sessions {
  readonly #database: Database;
  readonly #secret: string;
  readonly #accessTokens: AccessTokens;
  /** By access token, so that a flood of requests with one token costs few queries. */
  readonly #identified = new SharedReads((accessToken: string) => this.#readVisitor(accessToken));

  constructor({ config, database }: { config: Pick<Config, "jwtSecret">; database: Database }) {
    this.#database = database;
    this.#secret = config.jwtSecret;
    this.#accessTokens = new AccessTokens(config.jwtSecret);
  }

  /**
   * Begins a session, and locks the person until the transaction ends. `passwordHash` is the hash the password was compared with: if it
   * has changed since, the new password has ended all sessions, and this one must not begin. One round trip, which may be sent with the
   * commit.
   * @throws Refusal 401 if the password has changed, or the person is no longer Active; with the commit, see {@link refuseEnded}
   */
  async begin(
    tx: Db,
    { id: userId, passwordHash }: { id: string; passwordHash: string },
    { userAgent }: Origin,
    { twoStep = false } = {},
  ): Promise<Tokens> {
    const sessionId = newId();
    const refreshToken = newToken();
    const [accessToken] = await Promise.all([
      this.#accessTokens.sign({ userId, sessionId }),
      sessions.insertSession(tx, { id: sessionId, userId, userAgent, twoStep }, passwordHash),
      sessions.insertRefreshToken(tx, hashOfToken(refreshToken), sessionId),
    ]).catch(refuseEnded);
    return { accessToken, refreshToken };
  }

  /**
   * Exchanges a refresh token for new tokens. One that was used more than a few seconds ago ends its session.
   * @param allowed nothing changes if it rejects
   * @throws Refusal 401 if it isn't valid
   */
  async renew(refreshToken: string, from: Origin, allowed?: Promise<void>): Promise<Tokens> {
    const hash = hashOfToken(refreshToken);
    const successor = successorOf(refreshToken, this.#secret);
    // Refused after the transaction, so that the end of a session is committed.
    const known = await this.#database.transact(async ({ tx, withCommit }) => {
      const [token] = await Promise.all([sessions.lockRefreshToken(tx, hash), allowed]);
      const judged = judgeRefresh(token);
      if (!token) return null;
      if (judged.ok && judged.first) withCommit(sessions.replaceRefreshToken(tx, hash, hashOfToken(successor), token.sessionId));
      if (!judged.ok && judged.reason === "reused")
        withCommit(
          sessions.revokeSession(tx, token.sessionId),
          noteSecurityEvent(tx, { kind: "refresh-reused", userId: token.userId, from }),
        );
      return judged.ok ? token : null;
    });
    if (!known) throw refuse.unauthenticated();
    return { accessToken: await this.#accessTokens.sign(known), refreshToken: successor };
  }

  /** The owner of a refresh token, valid or not; undefined if the shop never issued it. */
  ownerOf(refreshToken: string): Promise<string | undefined> {
    return sessions.readTokenOwner(this.#database.db, hashOfToken(refreshToken));
  }

  /**
   * Ends the session of an access token, even an expired one.
   * @throws Refusal 401 if the shop didn't sign it
   */
  async end(accessToken: string, from: Origin): Promise<void> {
    const claims = await this.#accessTokens.read(accessToken, { evenExpired: true });
    if (!claims) throw refuse.unauthenticated();
    const { userId, sessionId } = claims;
    await this.#database.transact(async ({ tx, withCommit }) => {
      if (await sessions.revokeSession(tx, sessionId)) withCommit(noteSecurityEvent(tx, { kind: "logout", userId, from }));
    });
  }

  /** Whom an access token was signed for by this shop; null if it wasn't, or has expired. Its session may have ended. */
  signedFor(accessToken: string): Promise<LoggedIn | null> {
    return this.#accessTokens.read(accessToken);
  }

  /** The visitor of an access token. Session, person and role are read on every request. */
  identify(accessToken: string): Promise<Visitor | null> {
    return this.#identified.read(accessToken);
  }

  async #readVisitor(accessToken: string): Promise<Visitor | null> {
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
