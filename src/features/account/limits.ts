import { createHash } from "node:crypto";
import { networkOf, RateLimit } from "#server/http/rate-limit.ts";
import type { Shop } from "#server/shop.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What an account is counted by. A digest: the table needs no addresses of people, least of all of those who have no account. */
export function accountKey(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("hex");
}

/**
 * How often an account may be tried. A shared office address stays far below; a person who mistypes a few times goes on;
 * nobody can lock another person out from one address, since the narrow limit stops them before the wide one.
 */
export class AccountLimits {
  readonly #loginsPerAddress: RateLimit;
  readonly #failuresPerAddressAndAccount: RateLimit;
  readonly #failuresPerAccount: RateLimit;
  readonly #registrationsPerAddress: RateLimit;
  readonly #registrationsPerAccount: RateLimit;
  readonly #refreshesPerAddress: RateLimit;
  readonly #refreshesPerAccount: RateLimit;
  readonly #uploadsPerAddress: RateLimit;
  readonly #uploadsPerAccount: RateLimit;
  readonly #emailChangesPerAccount: RateLimit;

  constructor(shop: Shop) {
    this.#loginsPerAddress = new RateLimit(shop, { name: "login-address", tries: 300, seconds: 10 * MINUTE });
    this.#failuresPerAddressAndAccount = new RateLimit(shop, { name: "login-both", tries: 10, seconds: 15 * MINUTE });
    this.#failuresPerAccount = new RateLimit(shop, { name: "login-account", tries: 100, seconds: HOUR });
    this.#registrationsPerAddress = new RateLimit(shop, { name: "register-address", tries: 100, seconds: HOUR });
    this.#registrationsPerAccount = new RateLimit(shop, { name: "register-account", tries: 20, seconds: HOUR });
    this.#refreshesPerAddress = new RateLimit(shop, { name: "refresh-address", tries: 600, seconds: 10 * MINUTE });
    this.#refreshesPerAccount = new RateLimit(shop, { name: "refresh-account", tries: 200, seconds: 10 * MINUTE });
    this.#uploadsPerAddress = new RateLimit(shop, { name: "upload-address", tries: 300, seconds: 10 * MINUTE });
    this.#uploadsPerAccount = new RateLimit(shop, { name: "upload-account", tries: 30, seconds: 10 * MINUTE });
    this.#emailChangesPerAccount = new RateLimit(shop, { name: "email-change-account", tries: 10, seconds: HOUR });
  }

  /**
   * Counts a login before its password is looked at.
   * @returns what is to be called when the password was right
   * @throws Refusal 429
   */
  async countLogin(ip: string, email: string): Promise<() => Promise<void>> {
    const network = networkOf(ip);
    const account = accountKey(email);
    const both = `${network} ${account}`;
    await this.#loginsPerAddress.count(network);
    await this.#failuresPerAddressAndAccount.count(both);
    await this.#failuresPerAccount.count(account);
    return async () => {
      await this.#failuresPerAddressAndAccount.giveBack(both);
      await this.#failuresPerAccount.giveBack(account);
    };
  }

  /** Forgets wrong passwords: the person has a new one. */
  async pardon(ip: string, email: string): Promise<void> {
    const account = accountKey(email);
    await this.#failuresPerAddressAndAccount.forget(`${networkOf(ip)} ${account}`);
    await this.#failuresPerAccount.forget(account);
  }

  /** @throws Refusal 429 */
  async countRegistration(ip: string, email: string): Promise<void> {
    await this.#registrationsPerAddress.count(networkOf(ip));
    await this.#registrationsPerAccount.count(accountKey(email));
  }

  /** Counts a refresh before the token is exchanged. `userId`: whose token it is, if anybody's. @throws Refusal 429 */
  async countRefresh(ip: string, userId: string | undefined): Promise<void> {
    await this.#refreshesPerAddress.count(networkOf(ip));
    if (userId) await this.#refreshesPerAccount.count(userId);
  }

  /** Counts a picture before anything of it is read. @throws Refusal 429 */
  async countUpload(ip: string, userId: string): Promise<void> {
    await this.#uploadsPerAccount.count(userId);
    await this.#uploadsPerAddress.count(networkOf(ip));
  }

  /** Each sends a letter to an address that may be a stranger's. @throws Refusal 429 */
  countEmailChange(userId: string): Promise<void> {
    return this.#emailChangesPerAccount.count(userId);
  }
}
