import type { FastifyInstance } from "fastify";
import { bearer } from "#server/http/bearer.ts";
import { refuse } from "#server/http/errors.ts";
import { networksOf, WIDE_FACTOR } from "#server/limits/networks.ts";
import { checkOf } from "#server/http/serve.ts";
import { RequestBudget } from "#server/limits/request-budget.ts";
import { EventStreams, type StreamKeys, type StreamLimits } from "#server/live/event-streams.ts";
import type { Shop } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { liveUpdates } from "./contract.ts";
import { WatchedOrders } from "./watched-orders.ts";
import { WatchedProducts } from "./watched-products.ts";

/** Streams per process, and from one network on a machine: a mobile carrier has many shoppers behind one address. Leaves connections for everyone else. */
const LIMITS: StreamLimits = { most: 5000, mostOfOne: 500 };
/** Streams opened from one network: a browser opens another one whenever it shows other products. */
const BUDGET = { burst: 300, perSecond: 20 };

interface Options {
  limits?: Partial<StreamLimits>;
  sessionsEveryMs?: number;
}

/** One stream per browser, with what its tabs show (`decisions/070-live-updates.md`). */
export function liveRoutes(app: FastifyInstance, shop: Shop, { limits, sessionsEveryMs }: Options = {}): void {
  const check = checkOf(liveUpdates);
  const streams = new EventStreams(app, shop, { ...LIMITS, ...limits });
  const budget = new RequestBudget(BUDGET);
  const products = new WatchedProducts(shop);
  const orders = new WatchedOrders(shop, sessionsEveryMs);
  const unsubscribe = shop.invalidations.subscribe((tags) => {
    products.changed(tags);
    orders.changed(tags);
  });
  app.addHook("preClose", async () => {
    unsubscribe();
    orders.close();
  });
  // For the documentation only: rendered pages don't listen.
  shop.inProcess.register(liveUpdates, () => Promise.reject(refuse.unauthenticated()));

  app.route({
    method: liveUpdates.method,
    url: liveUpdates.path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { input } = check(request.body, request.params);
      const networks = networksOf(request.ip);
      // Pages work without live updates, so they come last.
      if (shop.shedding.isBehind) throw refuse.busy(t("The shop is very busy right now. Please try again in a moment."));
      if (shop.config.rateLimit && !budget.take(networks)) throw refuse.tooMany(10, t("Too many requests"));
      const token = bearer(request);
      const visitor = token ? await shop.identify(token) : null;
      if (token && !visitor) throw refuse.unauthenticated();
      const stream = streams.open(request, reply, keysOf(networks));
      products.watch(stream, [...new Set(input.products)]);
      if (!visitor) return;
      const numbers = input.orders.map((number) => number.toUpperCase());
      await orders.watch(stream, visitor, numbers).catch((error: unknown) => {
        shop.log.warn({ id: request.id, err: error }, "orders cannot be followed for now");
        stream.end();
      });
    },
  });
}

function keysOf({ narrow, wide }: ReturnType<typeof networksOf>): StreamKeys {
  return wide === undefined ? [[narrow, 1]] : [[narrow, 1] as const, [wide, WIDE_FACTOR] as const];
}
