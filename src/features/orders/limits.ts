import type { FastifyRequest } from "fastify";
import { networkOf, RateLimit } from "#server/http/rate-limit.ts";
import type { Shop } from "#server/shop.ts";
import { isEmailConfirmed } from "../account/store.ts";
import type { Trust } from "./check-unpaid.ts";
import type { OrderRequest } from "./place-order.ts";

const HOUR = 60 * 60;
const TOO_MANY_PIECES = "Too many items at once";
const TOO_MANY_UNCONFIRMED = "Too many orders from your network. Confirm your email address to order right away";

/**
 * How many pieces may be taken from the shelves unpaid: far more than any household needs, far fewer than the shop has, so
 * that nobody empties it for nothing. And how many invoices may be drawn.
 */
export class OrderLimits {
  readonly #shop: Shop;
  readonly #piecesPerAccount: RateLimit;
  readonly #piecesPerNetwork: RateLimit;
  readonly #unconfirmedPerNetwork: RateLimit;
  readonly #invoicesPerAccount: RateLimit;

  constructor(shop: Shop) {
    this.#shop = shop;
    this.#piecesPerAccount = new RateLimit(shop, { name: "pieces-account", tries: 5000, seconds: HOUR, what: TOO_MANY_PIECES });
    this.#piecesPerNetwork = new RateLimit(shop, { name: "pieces-address", tries: 10_000, seconds: HOUR, what: TOO_MANY_PIECES });
    this.#unconfirmedPerNetwork = new RateLimit(shop, {
      name: "unconfirmed-address",
      tries: 20,
      seconds: HOUR,
      what: TOO_MANY_UNCONFIRMED,
    });
    this.#invoicesPerAccount = new RateLimit(shop, { name: "invoice-account", tries: 100, seconds: HOUR / 6 });
  }

  /** A long one takes a tenth of a second to draw, in which nobody else is served. @throws Refusal 429 */
  countInvoice(userId: string): Promise<void> {
    return this.#invoicesPerAccount.count(userId);
  }

  /**
   * Does what takes the pieces of a request from the shelves, and says how far its shopper is trusted. What is refused does
   * not count.
   * @throws Refusal 429
   */
  async counted<T>(
    http: { request: FastifyRequest } | null,
    { userId, items }: Pick<OrderRequest, "userId" | "items">,
    paid: "now" | "in cash",
    work: (trust: Trust) => Promise<T>,
  ): Promise<T> {
    if (!this.#shop.config.rateLimit) return work("unlimited");
    const isConfirmed = await isEmailConfirmed(this.#shop.database.db, userId);
    const trust = isConfirmed ? "confirmed" : "unconfirmed";
    const network = networkOf(http?.request.ip ?? "");
    const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
    return this.#piecesPerAccount.counted(userId, pieces, () =>
      this.#piecesPerNetwork.counted(network, pieces, () =>
        isConfirmed || paid === "now" ? work(trust) : this.#unconfirmedPerNetwork.counted(network, 1, () => work(trust)),
      ),
    );
  }
}
