import type { Config } from "#server/settings/config.ts";
import type { Database, Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Visitor } from "#server/shop.ts";
import { AccessTokens } from "./access-token.ts";
import { hashOf, newRefreshToken, successorOf } from "./refresh-token.ts";
import { judgeRefresh } from "./rules.ts";
import { noteSecurityEvent, type Origin } from "./security-events.ts";
import * as store from "./store.ts";

/** What a login gives: 15 minutes of access, and what is exchanged for the next 15. */
export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** Who is signed in: begins, renews and ends sessions, and tells whom a token stands for. */
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
   * Signs a person in on one device. `passwordHash` is what their password was compared with: when it was changed
   * meanwhile, this session too would have been ended.
   * @throws Refusal 401 when it was, or the person is not Active any more
   */
  begin(person: { id: string; passwordHash: string }, from: Origin): Promise<Tokens> {
    return this.#database.transact(async (tx) => {
      const tokens = await this.beginIn(tx, person, from);
      await noteSecurityEvent(tx, { kind: "login", userId: person.id, from });
      return tokens;
    });
  }

  /** As {@link begin}, in a transaction that notes what it is about. */
  async beginIn(tx: Db, { id: userId, passwordHash }: { id: string; passwordHash: string }, { userAgent }: Origin): Promise<Tokens> {
    const sessionId = newId();
    const refreshToken = newRefreshToken();
    if (!(await store.noteLogin(tx, userId, passwordHash))) throw refuse.unauthenticated();
    await store.insertSession(tx, { id: sessionId, userId, userAgent });
    await store.insertRefreshToken(tx, hashOf(refreshToken), sessionId);
    return { accessToken: await this.#accessTokens.sign({ userId, sessionId }), refreshToken };
  }

  /**
   * Exchanges a refresh token for new tokens. One that was used before ends its session, save in the first seconds.
   * @throws Refusal 401 when it does not count (any more)
   */
  async renew(refreshToken: string, from: Origin): Promise<Tokens> {
    const hash = hashOf(refreshToken);
    const successor = successorOf(refreshToken, this.#secret);
    // The refusal comes after the transaction, so that the end of a session is kept.
    const known = await this.#database.transact(async (tx) => {
      const token = await store.lockRefreshToken(tx, hash);
      const judged = judgeRefresh(token);
      if (!token) return null;
      if (judged.ok && judged.first) await store.replaceRefreshToken(tx, hash, hashOf(successor), token.sessionId);
      if (!judged.ok && judged.reason === "reused") {
        await store.revokeSession(tx, token.sessionId);
        await noteSecurityEvent(tx, { kind: "refresh-reused", userId: token.userId, from });
      }
      return judged.ok ? token : null;
    });
    if (!known) throw refuse.unauthenticated();
    return { accessToken: await this.#accessTokens.sign(known), refreshToken: successor };
  }

  /** Whose refresh token it is, whether or not it counts; undefined when the shop never gave it. */
  ownerOf(refreshToken: string): Promise<string | undefined> {
    return store.readTokenOwner(this.#database.db, hashOf(refreshToken));
  }

  /**
   * Ends the session of an access token, also of one whose time is over.
   * @throws Refusal 401 when the shop did not sign it
   */
  async end(accessToken: string, from: Origin): Promise<void> {
    const claims = await this.#accessTokens.read(accessToken, { evenExpired: true });
    if (!claims) throw refuse.unauthenticated();
    const { userId, sessionId } = claims;
    await this.#database.transact(async (tx) => {
      if (await store.revokeSession(tx, sessionId)) await noteSecurityEvent(tx, { kind: "logout", userId, from });
    });
  }

  /** The visitor an access token stands for, as they are now: one query tells whether session and person still count. */
  async identify(accessToken: string): Promise<Visitor | null> {
    const claims = await this.#accessTokens.read(accessToken);
    if (!claims) return null;
    const role = await store.readRole(this.#database.db, claims.userId, claims.sessionId);
    return role ? { ...claims, role } : null;
  }
}
