import type { FastifyRequest } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { hashOfToken, newToken } from "#server/random-token.ts";
import { SecretBox } from "#server/secret-box.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { accountLimits } from "../limits.ts";
import { readPlaceOf } from "../session/known-places.ts";
import { lockActive, readCredentialsOf } from "../store.ts";
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
   * Finds out who logs in with a ticket, and counts the try.
   * @returns them, with the hash their password was compared with and the browsers their account knows, and what checks the code
   * @throws Refusal 401 if the login has to start over
   */
  async read(ticket: string, code: string, http: { request: FastifyRequest } | null) {
    const { db } = this.#shop.database;
    const hash = hashOfToken(ticket);
    const owner = store.ownerOfTicket(hash);
    const [found, { place, devices }, app, person] = await Promise.all([
      store.tryTicket(db, hash, "second-step"),
      readPlaceOf(this.#shop, owner, http),
      store.readAuthenticator(db, owner),
      readCredentialsOf(db, owner),
    ]);
    if (!found?.userId) throw expired();
    const { userId, passwordHash } = found;
    const counted = awaitedLater(accountLimits(this.#shop).countSecondStep(userId, place));
    const step = this.stepOf(app, code, { confirmed: true });
    let pardoned: Promise<void> | undefined;

    /**
     * Uses up the code of the authenticator app, or the recovery code. A right one doesn't count as a try.
     * @throws WrongCode; Refusal 401 if the login has to start over, 429
     */
    const check = async (tx: Db): Promise<void> => {
      const proof = step === null ? store.takeRecoveryCode(tx, userId, hashOfCode(code)) : store.takeStep(tx, userId, step);
      const [, { isRight, isFirst }, pardon] = await Promise.all([
        // First, as all writers do.
        lockActive(tx, userId),
        store.proveWith(tx, proof, hash),
        counted,
      ]);
      if (!isRight) throw new WrongCode();
      if (!isFirst) throw expired();
      // Only once, even if the transaction is tried again.
      pardoned ??= pardon();
    };
    return { person: person && { ...person, passwordHash }, devices, check, pardoned: () => pardoned };
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

/** The code is not right, or was used before. */
export class WrongCode extends Error {}

const expired = () => refuse.unauthenticated(t("This login has expired. Log in again."));
