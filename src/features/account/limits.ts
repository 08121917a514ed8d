import { NetworkLimit } from "#server/limits/network-limit.ts";
import { areWithin, countTogether, giveBackTogether, once, type Counted } from "#server/limits/count-together.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { oncePerShop } from "#server/once-per-shop.ts";
import { recipientKey } from "#server/mail/recipient-limit.ts";
import type { Shop } from "#server/shop.ts";
import { isDevice, type KnownPlace } from "./session/known-places.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The key of an account in the limits table, which doesn't store email addresses. */
export const accountKey = recipientKey;

interface Login {
  ip: string;
  email: string;
  /** The browser or network the request comes from, if the account knows it. */
  place: KnownPlace | undefined;
}

/**
 * How often accounts may be tried. Wrong passwords from strangers are counted per network and per account. A browser or network that
 * has logged in before has limits of its own, which strangers can't use up.
 */
class AccountLimits {
  readonly #loginsPerNetwork: NetworkLimit;
  readonly #failuresPerNetworkAndAccount: NetworkLimit;
  readonly #failuresPerAccount: RateLimit;
  readonly #loginsPerDevice: RateLimit;
  readonly #failuresPerPlace: RateLimit;
  readonly #failuresPerPlaceAndDay: RateLimit;
  readonly #ownPasswords: RateLimit;
  readonly #registrationsPerNetwork: NetworkLimit;
  readonly #registrationsPerAccount: RateLimit;
  readonly #refreshesPerNetwork: NetworkLimit;
  readonly #refreshesPerAccount: RateLimit;
  readonly #uploadsPerNetwork: NetworkLimit;
  readonly #uploadsPerAccount: RateLimit;
  readonly #emailChangesPerAccount: RateLimit;
  readonly #verificationsPerAccount: RateLimit;
  readonly #secondSteps: readonly RateLimit[];
  readonly #passkeysPerNetwork: NetworkLimit;
  readonly #newLoginEmailsPerAccount: RateLimit;

  constructor(shop: Shop) {
    this.#loginsPerNetwork = new NetworkLimit(shop, { name: "login-address", tries: 300, seconds: 10 * MINUTE });
    // One /48 alone can't use up what strangers have for the whole account.
    this.#failuresPerNetworkAndAccount = new NetworkLimit(shop, { name: "login-both", tries: 10, wideTries: 20, seconds: 15 * MINUTE });
    this.#failuresPerAccount = new RateLimit(shop, { name: "login-account", tries: 100, seconds: HOUR });
    this.#loginsPerDevice = new RateLimit(shop, { name: "login-device", tries: 60, seconds: 10 * MINUTE });
    this.#failuresPerPlace = new RateLimit(shop, { name: "login-place-wrong", tries: 10, seconds: 15 * MINUTE });
    this.#failuresPerPlaceAndDay = new RateLimit(shop, { name: "login-place-day", tries: 100, seconds: DAY });
    this.#ownPasswords = new RateLimit(shop, { name: "own-password", tries: 10, seconds: 15 * MINUTE });
    this.#registrationsPerNetwork = new NetworkLimit(shop, { name: "register-address", tries: 100, seconds: HOUR });
    this.#registrationsPerAccount = new RateLimit(shop, { name: "register-account", tries: 20, seconds: HOUR });
    this.#refreshesPerNetwork = new NetworkLimit(shop, { name: "refresh-address", tries: 600, seconds: 10 * MINUTE });
    this.#refreshesPerAccount = new RateLimit(shop, { name: "refresh-account", tries: 200, seconds: 10 * MINUTE });
    this.#uploadsPerNetwork = new NetworkLimit(shop, { name: "upload-address", tries: 300, seconds: 10 * MINUTE });
    this.#uploadsPerAccount = new RateLimit(shop, { name: "upload-account", tries: 30, seconds: 10 * MINUTE });
    this.#emailChangesPerAccount = new RateLimit(shop, { name: "email-change-account", tries: 10, seconds: HOUR });
    this.#verificationsPerAccount = new RateLimit(shop, { name: "verification-email", tries: 5, seconds: HOUR });
    this.#secondSteps = [
      new RateLimit(shop, { name: "second-step", tries: 20, seconds: 15 * MINUTE }),
      // Three of a million codes are right at any time, so someone who has the password could otherwise guess one within months.
      new RateLimit(shop, { name: "second-step-day", tries: 100, seconds: DAY }),
    ];
    this.#passkeysPerNetwork = new NetworkLimit(shop, { name: "passkey-login", tries: 300, seconds: 10 * MINUTE });
    this.#newLoginEmailsPerAccount = new RateLimit(shop, { name: "new-login-email", tries: 10, seconds: DAY });
  }

  /**
   * Counts a login before its password is compared.
   * @returns a function to call when the password was right, so that only wrong ones stay counted
   * @throws Refusal 429
   */
  async countLogin({ ip, email, place }: Login): Promise<() => Promise<void>> {
    const account = accountKey(email);
    const placeKey = `${place?.key} ${account}`;
    const ofNetwork = this.#loginsPerNetwork.limitsOf(ip, 1);
    // A known network counts alone, without the IPv6 /48 that it shares with strangers.
    const ofPlace = place && (isDevice(place.key) ? [once(this.#loginsPerDevice, placeKey)] : ofNetwork.slice(0, 1));
    const logins = ofPlace ?? ofNetwork;
    const failures = place
      ? [once(this.#failuresPerPlace, placeKey), once(this.#failuresPerPlaceAndDay, placeKey)]
      : [...this.#failuresPerNetworkAndAccount.limitsOf(ip, 1, account), once(this.#failuresPerAccount, account)];
    await countTogether([...logins, ...failures]);
    return () => giveBackTogether(failures);
  }

  /**
   * Forgets wrong passwords of strangers and from `places` (`placesOf` in known-places.ts), and codes after the right one, because the account has a
   * new password.
   */
  async pardon(ip: string, places: readonly string[], { id, email }: { id: string; email: string }): Promise<void> {
    const account = accountKey(email);
    await Promise.all([
      ...places.flatMap((key) => [this.#failuresPerPlace, this.#failuresPerPlaceAndDay].map((limit) => limit.forget(`${key} ${account}`))),
      ...[id, ...places.map((key) => `${key} ${id}`)].flatMap((key) => this.#secondSteps.map((limit) => limit.forget(key))),
      this.#failuresPerNetworkAndAccount.forget(ip, account),
      this.#failuresPerAccount.forget(account),
    ]);
  }

  /**
   * Counts a password that a logged-in person was asked for. Separate from logins, so that someone who stole a session can't keep the owner
   * from logging in.
   * @returns a function to call when it was right
   * @throws Refusal 429
   */
  async countOwnPassword(userId: string): Promise<() => Promise<void>> {
    await this.#ownPasswords.count(userId);
    return () => this.#ownPasswords.giveBack(userId);
  }

  /** Refuses a flood of passwords of a logged-in person before any is compared. @throws Refusal 429 */
  refusePasswordFlood(userId: string): void {
    this.#ownPasswords.refuseFlood(userId);
  }

  /** @throws Refusal 429 */
  async countRegistration(ip: string, email: string): Promise<void> {
    await countTogether([...this.#registrationsPerNetwork.limitsOf(ip, 1), once(this.#registrationsPerAccount, accountKey(email))]);
  }

  /** Counts a refresh from an address. @throws Refusal 429 */
  countRefresh(ip: string): Promise<void> {
    return this.#refreshesPerNetwork.count(ip);
  }

  /** Counts a refresh of a person, before the token is exchanged. @throws Refusal 429 */
  countRefreshOf(userId: string): Promise<void> {
    return this.#refreshesPerAccount.count(userId);
  }

  /** Counts a picture before any of it is read. @throws Refusal 429 */
  async countUpload(ip: string, userId: string): Promise<void> {
    await countTogether([once(this.#uploadsPerAccount, userId), ...this.#uploadsPerNetwork.limitsOf(ip, 1)]);
  }

  /** The limit of changes of the email address, to count beside others. */
  emailChangeOf(userId: string): Counted {
    return once(this.#emailChangesPerAccount, userId);
  }

  /** The limit of verification emails that are sent again, to count beside others. */
  verificationOf(userId: string): Counted {
    return once(this.#verificationsPerAccount, userId);
  }

  /**
   * Counts a second-step code before it is compared.
   * @param place the key of the browser or network it comes from, if the account knows it. Someone who knows only the password can't use up
   * what that place has.
   * @returns a function to call when it was right
   * @throws Refusal 429
   */
  async countSecondStep(userId: string, place: string | undefined): Promise<() => Promise<void>> {
    const counts = this.#secondSteps.map((limit) => once(limit, place ? `${place} ${userId}` : userId));
    await countTogether(counts);
    return () => giveBackTogether(counts);
  }

  /** @throws Refusal 429 */
  countPasskeyLogin(ip: string): Promise<void> {
    return this.#passkeysPerNetwork.count(ip);
  }

  /**
   * Whether to report another login by email. Otherwise, someone who knows the password could fill the inbox by logging in again and again.
   */
  mayTellOfLogin(userId: string): Promise<boolean> {
    return areWithin([once(this.#newLoginEmailsPerAccount, userId)]);
  }

  /** Gives back a report that could not be sent. */
  giveBackTelling(userId: string): Promise<void> {
    return this.#newLoginEmailsPerAccount.giveBack(userId);
  }
}

export const accountLimits = oncePerShop((shop) => new AccountLimits(shop));
