import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve, WAITS_FOR_PROVIDER } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { toDollars } from "#shared/money.ts";
import { waysOn, type PaymentWay } from "#shared/settings.ts";
import { t } from "#words/t.ts";
import { checkCoupon } from "../../coupons/contract.ts";
import { couponLimits } from "../../coupons/limits.ts";
import { currentTerms } from "../../delivery/current-plan.ts";
import type { Trust } from "../../orders/limits/check-unpaid.ts";
import { cashOnDelivery, type Order } from "../../orders/contract.ts";
import { readKey } from "../../idempotency/key-store.ts";
import { orderLimits } from "../../orders/limits/limits.ts";
import { orderReply, orPricesChanged } from "../../orders/order-reply.ts";
import { readOrderRequest } from "../../orders/placing/order-request.ts";
import type { OrderRequest } from "../../orders/placing/place-order.ts";
import * as contract from "../contract.ts";
import { orUnavailable, providerOf } from "../for-shoppers.ts";
import { culqiPaymentOf, redirectTo, startedReply } from "../payment-reply.ts";
import type { Providers } from "../providers/provider.ts";
import type { Attempt } from "../store.ts";
import { couponFor } from "./coupon-for.ts";
import { orderInCash } from "./order-in-cash.ts";
import { createPayment, reserveGoods } from "./start-payment.ts";

const placedMessage = () => t("Order placed successfully");

type Endpoint = Parameters<typeof readOrderRequest>[0];
type Call = Parameters<typeof readOrderRequest>[1];

/** Ordering: in cash, or by starting a payment (API-24, API-27, API-29). */
export function purchaseRoutes(app: FastifyInstance, shop: Shop, providers: Providers): void {
  const { database } = shop;
  const codes = couponLimits(shop);
  const purchase = makePurchase(shop);

  const start = async (way: contract.OnlineWay, endpoint: Endpoint, call: Call): Promise<Attempt> => {
    const provider = await providerOf(providers, way);
    return orUnavailable(() =>
      purchase(
        way,
        endpoint,
        call,
        (request, trust, terms) => reserveGoods(shop, { provider, way }, request, trust, terms),
        (attempt, pardon) => createPayment(shop, provider, attempt, pardon),
      ),
    );
  };
  const orderByCash = (endpoint: Endpoint, call: Call): Promise<Order> =>
    purchase(
      "cash",
      endpoint,
      call,
      (request, trust, terms) => orderInCash(database, request, trust, terms),
      async (order) => orderReply(order),
    );

  serve(
    app,
    shop,
    contract.createPayPalOrder,
    async (call) => redirectTo(await start("paypal", contract.createPayPalOrder, call)),
    WAITS_FOR_PROVIDER,
  );
  serve(
    app,
    shop,
    contract.createCulqiOrder,
    async (call) => ({
      data: await culqiPaymentOf(shop, await start("culqi", contract.createCulqiOrder, call)),
    }),
    WAITS_FOR_PROVIDER,
  );
  serve(
    app,
    shop,
    contract.createYapeOrder,
    async (call) => ({
      data: await culqiPaymentOf(shop, await start("yape", contract.createYapeOrder, call)),
    }),
    WAITS_FOR_PROVIDER,
  );
  serve(
    app,
    shop,
    contract.checkout,
    async (call) => {
      const { provider } = call.input;
      if (provider !== "cash") return { data: await startedReply(shop, await start(provider, contract.checkout, call)) };
      return { data: { provider, order: await orderByCash(contract.checkout, call) }, message: placedMessage() };
    },
    { waitsForProvider: ({ provider }) => provider !== "cash" },
  );
  serve(app, shop, cashOnDelivery, async (call) => ({ data: await orderByCash(cashOnDelivery, call), message: placedMessage() }));

  serve(app, shop, checkCoupon, async ({ input: { code, list_items: items }, visitor: { userId }, http }) => {
    const { timeZone } = await shop.identity();
    const { result, pardon } = await codes.counted(http, userId, () => couponFor(database.db, { code, items, userId, timeZone }));
    await pardon();
    return { data: { code: result.code, amount: toDollars(result.cents) } };
  });
}

/** Runs what places an order or starts its payment, after the steps that are the same for every way to pay. */
function makePurchase(shop: Shop) {
  const pieces = orderLimits(shop);
  const codes = couponLimits(shop);
  type Terms = Awaited<ReturnType<typeof currentTerms>>;

  /**
   * @param place places the order, or reserves its goods
   * @param finish makes the response. It may call `pardon`, so that a right code no longer counts; otherwise that happens after it
   */
  return async <T, R>(
    way: PaymentWay,
    endpoint: Endpoint,
    call: Call,
    place: (request: OrderRequest, trust: Trust, terms: Terms) => Promise<T>,
    finish: (placed: T, pardon: () => Promise<void>) => Promise<R>,
  ): Promise<R> => {
    const { timeZone } = await shop.identity();
    const request = { ...readOrderRequest(endpoint, call), timeZone };
    const { userId, couponCode } = request;
    const [terms] = await Promise.all([currentTerms(shop), checkWay(shop, way, request)]);
    const paid = way === "cash" ? "in cash" : "now";
    return pieces.counted(call.http, request, paid, async (trust, allowed) => {
      // Before anything is locked, so that a flood of orders that are refused holds up no others.
      const placing = (...counts: Promise<void>[]) =>
        orPricesChanged(async () => {
          await Promise.all([allowed, ...counts]);
          return place(request, trust, terms);
        });
      if (couponCode === undefined) return finish(await placing(), async () => {});
      // Only wrong codes count against the limit of codes.
      const { result, pardon } = await codes.counted(call.http, userId, placing);
      let pardoned: Promise<void> | undefined;
      const pardonOnce = () => (pardoned ??= pardon());
      try {
        return await finish(result, pardonOnce);
      } finally {
        await pardonOnce();
      }
    });
  };
}

/** @throws Refusal 409 for a way to pay that the shop has switched off, unless the request repeats one from before */
async function checkWay(shop: Shop, way: PaymentWay, { userId, key }: OrderRequest): Promise<void> {
  if (waysOn(await shop.settings()).includes(way)) return;
  const used = key && (await readKey(shop.database.db, userId, key.key));
  if (used && used.hash === key.hash) return;
  throw refuse.conflict(t("This way to pay isn't offered right now. Please choose another one."));
}
