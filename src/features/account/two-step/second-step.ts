import { SecretBox } from "#server/secret-box.ts";
import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { refuse } from "#server/http/errors.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { hashOf } from "../session/refresh-token.ts";
import { accountLimits } from "../limits.ts";
import { noteSecurityEvent, originOf } from "../security-events.ts";
import { stepOf } from "./authenticator.ts";
import type { SecondStepDue } from "./contract.ts";
import { hashOfCode } from "./recovery-codes.ts";
import * as store from "./store.ts";

/** Asks for the second step of a login and checks it. */
export class SecondStep {
  readonly #shop: Shop;
  readonly #box: SecretBox;

  constructor(shop: Shop) {
    this.#shop = shop;
    this.#box = new SecretBox(shop.config.jwtSecret, "authenticator secret");
  }

  /** The second step that is due after a right password; null if the account has none. */
  async due(person: store.Steps & { id: string; passwordHash: string }): Promise<SecondStepDue | null> {
    const { id: userId, passwordHash, authenticator, passkey } = person;
    if (!authenticator && !passkey) return null;
    const ticket = newTicket();
    await store.insertTicket(this.#shop.database.db, { hash: hashOf(ticket), purpose: "second-step", userId, passwordHash });
    return { authenticator, passkey, ticket };
  }

  /**
   * Checks a code of the authenticator app or a recovery code, and uses it up.
   * @returns who is logging in, and the hash their password was compared with
   * @throws Refusal 400 for a wrong code, 401 if the login has to start over, 429
   */
  async prove(ticket: string, code: string, http: { request: FastifyRequest } | null): Promise<{ userId: string; passwordHash: string }> {
    const { db } = this.#shop.database;
    const found = await store.tryTicket(db, hashOf(ticket), "second-step");
    if (!found?.userId) throw refuse.unauthenticated(t("This login has expired. Log in again."));
    const { userId, passwordHash } = found;
    const pardon = await accountLimits(this.#shop).countSecondStep(userId);
    if (!(await this.#takeCode(userId, code))) {
      await noteSecurityEvent(db, { kind: "second-step-failed", userId, from: originOf(http) });
      throw refuse.badInput(t("That code is not right, or was used before. Try the next one."), "code");
    }
    await pardon();
    if (!(await store.takeTicket(db, found.hash))) throw refuse.unauthenticated(t("This login has expired. Log in again."));
    return { userId, passwordHash };
  }

  async #takeCode(userId: string, code: string): Promise<boolean> {
    return (
      (await this.takeAppCode(userId, code, { confirmed: true })) ||
      store.takeRecoveryCode(this.#shop.database.db, userId, hashOfCode(code))
    );
  }

  /** Uses up a code of the authenticator app. The first one confirms the app. @returns whether it was right and unused */
  async takeAppCode(userId: string, code: string, { confirmed }: { confirmed: boolean }): Promise<boolean> {
    const { db } = this.#shop.database;
    const app = await store.readAuthenticator(db, userId);
    if (!app || (app.confirmedAt !== null) !== confirmed) return false;
    const secret = this.#box.open(app.secret);
    const step = secret ? stepOf(secret, code, app.now) : null;
    return step !== null && store.takeStep(db, userId, step);
  }

  seal(secret: string): string {
    return this.#box.seal(secret);
  }
}

/** 256 random bits; stored as a hash. */
export const newTicket = () => randomBytes(32).toString("base64url");
