import type { FastifyRequest } from "fastify";
import { NetworkLimit } from "#server/limits/network-limit.ts";
import { countedUnlessFailed, countTogether, once, type Counted } from "#server/limits/count-together.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { oncePerShop } from "#server/once-per-shop.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import type { Trust } from "./check-unpaid.ts";
import type { OrderRequest } from "../placing/place-order.ts";

const HOUR = 60 * 60;
const tooManyPieces = () => t("Too many items at once");
const tooManyOrders = () => t("Too many orders at once");
const tooManyUnconfirmed = () => t("Too many orders from your network. Confirm your email address to order right away");

/**
 * Limits how many pieces may be reserved or ordered unpaid: far more than any household needs, far fewer than the shop has, so that
 * nobody empties it for free. Also limits how many orders may be bought again, and how many invoices generated.
 */
class OrderLimits {
  readonly #shop: Shop;
  readonly #ordersPerAccount: RateLimit;
  readonly #piecesPerAccount: RateLimit;
  readonly #piecesPerNetwork: NetworkLimit;
  readonly #unconfirmedPerNetwork: NetworkLimit;
  readonly #unconfirmedPerNetworkAndDay: NetworkLimit;
  readonly #unconfirmedTimesPerNetwork: NetworkLimit;
  readonly #againPerAccount: RateLimit;
  readonly #invoicesPerAccount: RateLimit;
  readonly #invoicesPerNetwork: NetworkLimit;

  constructor(shop: Shop) {
    this.#shop = shop;
    // Each sends emails, even if it is canceled at once.
    this.#ordersPerAccount = new RateLimit(shop, { name: "orders-account", tries: 200, seconds: HOUR, what: tooManyOrders });
    this.#piecesPerAccount = new RateLimit(shop, { name: "pieces-account", tries: 5000, seconds: HOUR, what: tooManyPieces });
    this.#piecesPerNetwork = new NetworkLimit(shop, { name: "pieces-address", tries: 10_000, seconds: HOUR, what: tooManyPieces });
    this.#unconfirmedPerNetwork = new NetworkLimit(shop, {
      name: "unconfirmed-address",
      tries: 20,
      seconds: HOUR,
      what: tooManyUnconfirmed,
    });
    // About as many as wait to be sent at a time.
    this.#unconfirmedPerNetworkAndDay = new NetworkLimit(shop, {
      name: "unconfirmed-address-day",
      tries: 60,
      seconds: 24 * HOUR,
      what: tooManyUnconfirmed,
    });
    // Each of them holds a place of its delivery time for half an hour, paid or not.
    this.#unconfirmedTimesPerNetwork = new NetworkLimit(shop, {
      name: "unconfirmed-time-address",
      tries: 60,
      seconds: HOUR,
      what: tooManyUnconfirmed,
    });
    // Each stores its Idempotency-Key and may write a hundred lines.
    this.#againPerAccount = new RateLimit(shop, { name: "again-account", tries: 100, seconds: HOUR / 6 });
    this.#invoicesPerAccount = new RateLimit(shop, { name: "invoice-account", tries: 100, seconds: HOUR / 6 });
    this.#invoicesPerNetwork = new NetworkLimit(shop, { name: "invoice-address", tries: 300, seconds: HOUR / 6 });
  }

  /** @throws Refusal 429 */
  async countBoughtAgain(userId: string): Promise<void> {
    await this.#againPerAccount.count(userId);
  }

  /** A long invoice blocks the process for a tenth of a second. @throws Refusal 429 */
  async countInvoice(ip: string, userId: string): Promise<void> {
    await countTogether([once(this.#invoicesPerAccount, userId), ...this.#invoicesPerNetwork.limitsOf(ip, 1)]);
  }

  trustOf(isConfirmed: boolean): Trust {
    if (!this.#shop.config.rateLimit) return "unlimited";
    return isConfirmed ? "confirmed" : "unconfirmed";
  }

  /**
   * Runs work that takes a request's pieces from stock, passing on how far the shopper is trusted. Refused requests don't count. The work
   * starts while they are counted; see {@link countedUnlessFailed}.
   * @throws Refusal 429
   */
  async counted<T>(
    http: { request: FastifyRequest } | null,
    {
      userId,
      isConfirmed,
      items,
      delivery,
    }: Pick<OrderRequest, "userId" | "isConfirmed" | "items"> & Partial<Pick<OrderRequest, "delivery">>,
    paid: "now" | "in cash",
    work: (trust: Trust, allowed: Promise<void>) => Promise<T>,
  ): Promise<T> {
    const trust = this.trustOf(isConfirmed);
    if (trust === "unlimited") return work(trust, Promise.resolve());
    const ip = http?.request.ip ?? "";
    const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
    const counts = [
      once(this.#ordersPerAccount, userId),
      { limit: this.#piecesPerAccount, key: userId, tries: pieces },
      ...this.#piecesPerNetwork.limitsOf(ip, pieces),
      ...(isConfirmed || paid === "now" ? [] : this.#unconfirmedOf(ip)),
      ...(isConfirmed || delivery?.slot === undefined ? [] : this.#unconfirmedTimesPerNetwork.limitsOf(ip, 1)),
    ];
    return countedUnlessFailed(counts, (allowed) => work(trust, allowed));
  }

  #unconfirmedOf(ip: string): Counted[] {
    return [this.#unconfirmedPerNetwork, this.#unconfirmedPerNetworkAndDay].flatMap((limit) => limit.limitsOf(ip, 1));
  }
}

export const orderLimits = oncePerShop((shop) => new OrderLimits(shop));
