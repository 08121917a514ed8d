import type { FastifyRequest } from "fastify";
import { networkOf, RateLimit } from "#server/http/rate-limit.ts";
import type { Shop } from "#server/shop.ts";
import type { OrderRequest } from "./place-order.ts";

const HOUR = 60 * 60;
const what = "Too many pieces at once";

/**
 * How many pieces may be ordered to be paid later, or set aside while they are paid: far more than any household needs, far
 * fewer than the shelves hold, so that nobody empties the shop for nothing. And how many invoices may be drawn.
 */
export class OrderLimits {
  readonly #piecesPerAccount: RateLimit;
  readonly #piecesPerAddress: RateLimit;
  readonly #invoicesPerAccount: RateLimit;

  constructor(shop: Shop) {
    this.#piecesPerAccount = new RateLimit(shop, { name: "pieces-account", tries: 5000, seconds: HOUR, what });
    this.#piecesPerAddress = new RateLimit(shop, { name: "pieces-address", tries: 10_000, seconds: HOUR, what });
    this.#invoicesPerAccount = new RateLimit(shop, { name: "invoice-account", tries: 100, seconds: HOUR / 6 });
  }

  /** A long one takes a tenth of a second to draw, in which nobody else is served. @throws Refusal 429 */
  countInvoice(userId: string): Promise<void> {
    return this.#invoicesPerAccount.count(userId);
  }

  /** Does what takes the pieces of a request from the shelves. Those it refuses to take do not count. @throws Refusal 429 */
  async counted<T>(
    http: { request: FastifyRequest } | null,
    { userId, items }: Pick<OrderRequest, "userId" | "items">,
    work: () => Promise<T>,
  ): Promise<T> {
    const network = networkOf(http?.request.ip ?? "");
    const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
    return this.#piecesPerAccount.counted(userId, pieces, () => this.#piecesPerAddress.counted(network, pieces, work));
  }
}
