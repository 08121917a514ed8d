import { NetworkLimit, RateLimit } from "#server/http/rate-limit.ts";
import { recipientKey } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import type { KnownPlace } from "./session/known-places.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What an account is counted by: the table of limits need not hold people's addresses, least of all those without an account. */
export const accountKey = recipientKey;

interface Login {
  ip: string;
  email: string;
  /** Where the account knows the request to come from. */
  place: KnownPlace | undefined;
}

/**
 * How often accounts may be tried. Wrong passwords from strangers are counted for each network and for the account; a
 * browser or network that has signed in before has limits of its own, which strangers cannot use up.
 */
export class AccountLimits {
  readonly #loginsPerNetwork: NetworkLimit;
  readonly #failuresPerNetworkAndAccount: NetworkLimit;
  readonly #failuresPerAccount: RateLimit;
  readonly #loginsPerDevice: RateLimit;
  readonly #failuresPerDevice: RateLimit;
  readonly #failuresPerPlaceAndDay: RateLimit;
  readonly #ownPasswords: RateLimit;
  readonly #registrationsPerNetwork: NetworkLimit;
  readonly #registrationsPerAccount: RateLimit;
  readonly #refreshesPerNetwork: NetworkLimit;
  readonly #refreshesPerAccount: RateLimit;
  readonly #uploadsPerNetwork: NetworkLimit;
  readonly #uploadsPerAccount: RateLimit;
  readonly #emailChangesPerAccount: RateLimit;

  constructor(shop: Shop) {
    this.#loginsPerNetwork = new NetworkLimit(shop, { name: "login-address", tries: 300, seconds: 10 * MINUTE });
    // A /48 alone stays below what strangers have for the whole account.
    this.#failuresPerNetworkAndAccount = new NetworkLimit(shop, { name: "login-both", tries: 10, wideTries: 20, seconds: 15 * MINUTE });
    this.#failuresPerAccount = new RateLimit(shop, { name: "login-account", tries: 100, seconds: HOUR });
    this.#loginsPerDevice = new RateLimit(shop, { name: "login-device", tries: 60, seconds: 10 * MINUTE });
    this.#failuresPerDevice = new RateLimit(shop, { name: "login-device-wrong", tries: 10, seconds: 15 * MINUTE });
    this.#failuresPerPlaceAndDay = new RateLimit(shop, { name: "login-place-day", tries: 100, seconds: DAY });
    this.#ownPasswords = new RateLimit(shop, { name: "own-password", tries: 10, seconds: 15 * MINUTE });
    this.#registrationsPerNetwork = new NetworkLimit(shop, { name: "register-address", tries: 100, seconds: HOUR });
    this.#registrationsPerAccount = new RateLimit(shop, { name: "register-account", tries: 20, seconds: HOUR });
    this.#refreshesPerNetwork = new NetworkLimit(shop, { name: "refresh-address", tries: 600, seconds: 10 * MINUTE });
    this.#refreshesPerAccount = new RateLimit(shop, { name: "refresh-account", tries: 200, seconds: 10 * MINUTE });
    this.#uploadsPerNetwork = new NetworkLimit(shop, { name: "upload-address", tries: 300, seconds: 10 * MINUTE });
    this.#uploadsPerAccount = new RateLimit(shop, { name: "upload-account", tries: 30, seconds: 10 * MINUTE });
    this.#emailChangesPerAccount = new RateLimit(shop, { name: "email-change-account", tries: 10, seconds: HOUR });
  }

  /**
   * Counts a login before its password is compared.
   * @returns what to call when the password was right, so that only wrong ones stay counted
   * @throws Refusal 429
   */
  async countLogin({ ip, email, place }: Login): Promise<() => Promise<void>> {
    const account = accountKey(email);
    const placeKey = `${place?.key} ${account}`;
    if (place?.kind === "device") {
      await this.#loginsPerDevice.count(placeKey);
      await this.#failuresPerDevice.count(placeKey);
    } else {
      await this.#loginsPerNetwork.count(ip);
      await this.#failuresPerNetworkAndAccount.count(ip, account);
    }
    if (place) await this.#failuresPerPlaceAndDay.count(placeKey);
    else await this.#failuresPerAccount.count(account);

    return async () => {
      if (place?.kind === "device") await this.#failuresPerDevice.giveBack(placeKey);
      else await this.#failuresPerNetworkAndAccount.giveBack(ip, account);
      if (place) await this.#failuresPerPlaceAndDay.giveBack(placeKey);
      else await this.#failuresPerAccount.giveBack(account);
    };
  }

  /** Forgets wrong passwords of strangers: the person has a new one. */
  async pardon(ip: string, email: string): Promise<void> {
    const account = accountKey(email);
    await this.#failuresPerNetworkAndAccount.forget(ip, account);
    await this.#failuresPerAccount.forget(account);
  }

  /**
   * Counts a password that a signed-in person is asked for, apart from logins: whoever has stolen a session cannot keep
   * the person from logging in.
   * @returns what to call when it was right
   * @throws Refusal 429
   */
  async countOwnPassword(userId: string): Promise<() => Promise<void>> {
    await this.#ownPasswords.count(userId);
    return () => this.#ownPasswords.giveBack(userId);
  }

  /** @throws Refusal 429 */
  async countRegistration(ip: string, email: string): Promise<void> {
    await this.#registrationsPerNetwork.count(ip);
    await this.#registrationsPerAccount.count(accountKey(email));
  }

  /** Counts a refresh before the token is exchanged. `userId`: whose token it is, if anybody's. @throws Refusal 429 */
  async countRefresh(ip: string, userId: string | undefined): Promise<void> {
    await this.#refreshesPerNetwork.count(ip);
    if (userId) await this.#refreshesPerAccount.count(userId);
  }

  /** Counts a picture before anything of it is read. @throws Refusal 429 */
  async countUpload(ip: string, userId: string): Promise<void> {
    await this.#uploadsPerAccount.count(userId);
    await this.#uploadsPerNetwork.count(ip);
  }

  /** @throws Refusal 429 */
  countEmailChange(userId: string): Promise<void> {
    return this.#emailChangesPerAccount.count(userId);
  }
}
