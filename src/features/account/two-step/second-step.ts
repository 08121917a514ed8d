import { SecretBox } from "#server/secret-box.ts";
import type { FastifyRequest } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { hashOfToken, newToken } from "#server/random-token.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { accountLimits } from "../limits.ts";
import { noteSecurityEvent, originOf } from "../security-events.ts";
import { readPlaceOf } from "../session/known-places.ts";
import { readCredentialsOf } from "../store.ts";
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
    const ticket = newToken();
    await store.insertTicket(this.#shop.database.db, { hash: hashOfToken(ticket), purpose: "second-step", userId, passwordHash });
    return { authenticator, passkey, ticket };
  }

  /**
   * Checks a code of the authenticator app or a recovery code, and uses it up.
   * @returns who is logging in, with the hash their password was compared with and the browsers their account knows, and a function to call
   * so that the right code doesn't count as a try
   * @throws Refusal 400 for a wrong code, 401 if the login has to start over, 429
   */
  async prove(ticket: string, code: string, http: { request: FastifyRequest } | null) {
    const { db } = this.#shop.database;
    const hash = hashOfToken(ticket);
    const [found, { place, devices }] = await Promise.all([
      store.tryTicket(db, hash, "second-step"),
      readPlaceOf(this.#shop, store.ownerOfTicket(hash), http),
    ]);
    if (!found?.userId) throw refuse.unauthenticated(t("This login has expired. Log in again."));
    const { userId, passwordHash } = found;
    const [pardon, app, person] = await Promise.all([
      accountLimits(this.#shop).countSecondStep(userId, place),
      store.readAuthenticator(db, userId),
      readCredentialsOf(db, userId),
    ]);
    const step = this.stepOf(app, code, { confirmed: true });
    const proof = step === null ? store.takeRecoveryCode(db, userId, hashOfCode(code)) : store.takeStep(db, userId, step);
    const { isRight, isFirst } = await store.proveWith(db, proof, hash);
    if (!isRight) {
      await noteSecurityEvent(db, { kind: "second-step-failed", userId, from: originOf(http) });
      throw refuse.badInput(t("That code is not right, or was used before. Try the next one."), "code");
    }
    if (!isFirst) throw refuse.unauthenticated(t("This login has expired. Log in again."));
    return { person: person && { ...person, passwordHash }, devices, pardon };
  }

  /** The step of an authenticator app that a code belongs to; null if it is wrong or was used before. The first one confirms the app. */
  stepOf(app: store.Authenticator | undefined, code: string, { confirmed }: { confirmed: boolean }): number | null {
    if (!app || (app.confirmedAt !== null) !== confirmed) return null;
    const secret = this.#box.open(app.secret);
    const step = secret ? stepOf(secret, code, app.now) : null;
    return step !== null && step > app.lastStep ? step : null;
  }

  seal(secret: string): string {
    return this.#box.seal(secret);
  }
}
