import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { toDollars } from "#shared/money.ts";
import { waysOn, type Way } from "#shared/settings.ts";
import { t } from "#words/t.ts";
import { readAccount } from "../account/store.ts";
import { currentTerms } from "../delivery/current-plan.ts";
import { checkCoupon } from "../coupons/contract.ts";
import { couponLimits } from "../coupons/limits.ts";
import { cashOnDelivery, type Order } from "../orders/contract.ts";
import type { Trust } from "../orders/check-unpaid.ts";
import { orderLimits } from "../orders/limits.ts";
import { orderReply, withPricesOfNow } from "../orders/order-reply.ts";
import { readOrderRequest } from "../orders/order-request.ts";
import { readKey } from "../orders/idempotency/key-store.ts";
import type { OrderRequest } from "../orders/place-order.ts";
import { readNumber } from "../orders/store.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { changeRoutes } from "./changes/routes.ts";
import * as contract from "./contract.ts";
import { couponFor } from "./purchase/coupon-for.ts";
import { finishPayment } from "./finish-payment.ts";
import { paymentLimits } from "./limits.ts";
import { orderInCash } from "./purchase/order-in-cash.ts";
import { Unanswered, type Instrument, type ProviderName } from "./provider.ts";
import { makeProviders } from "./providers.ts";
import { fitsToken, orderIdOf, wayOf } from "./rules.ts";
import { refundRoutes } from "./refunds/refund-routes.ts";
import type { Finished } from "./settle-payment.ts";
import { startPayment } from "./purchase/start-payment.ts";
import { readAttemptByRef, readOpenAttempt, type Attempt } from "./store.ts";
import { webhookRoutes } from "./webhook-routes.ts";

const placed = () => t("Order placed successfully");

/** Payments (API-24, API-27 to API-29). */
export function paymentRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const providers = makeProviders(shop);
  const limits = paymentLimits(shop);
  const pieces = orderLimits(shop);
  const codes = couponLimits(shop);

  const providerOf = async (way: contract.OnlineWay) => {
    const provider = await providers(way);
    if (!provider) throw refuse.unprocessable(t("This payment method isn't available"));
    return provider;
  };
  const readRequest = async (...asked: Parameters<typeof readOrderRequest>): Promise<OrderRequest> => ({
    ...readOrderRequest(...asked),
    timeZone: (await shop.identity()).timeZone,
  });
  /** Runs work that takes a request's pieces and its coupon. Only wrong codes count against the limit of codes. */
  const counted = <T>(
    { http }: Parameters<typeof readOrderRequest>[1],
    request: OrderRequest,
    paid: "now" | "in cash",
    work: (trust: Trust) => Promise<T>,
  ): Promise<T> => {
    const take = () => pieces.counted(http, request, paid, work);
    return request.couponCode === undefined ? take() : codes.counted(http, request.userId, take);
  };
  const start = async (way: contract.OnlineWay, ...asked: Parameters<typeof readOrderRequest>): Promise<Attempt> => {
    const [provider, request] = [await providerOf(way), await readRequest(...asked)];
    const [terms] = await Promise.all([currentTerms(shop), checkWay(way, request)]);
    const pay = (trust: Trust) => withPricesOfNow(() => startPayment(shop, { provider, way }, request, trust, terms));
    return answered(() => counted(asked[1], request, "now", pay));
  };
  /** @throws Refusal 409 for a way to pay that the shop has switched off, unless the request repeats one from before */
  const checkWay = async (way: Way, { userId, key }: OrderRequest): Promise<void> => {
    if (waysOn(await shop.settings()).includes(way)) return;
    if (key && (await readKey(db, userId, key.key))) return;
    throw refuse.conflict(t("This way to pay isn't offered right now. Please choose another one."));
  };
  /** @throws Refusal 404, also when the payment is somebody else's */
  const own = async (name: ProviderName, ref: string, { userId }: Visitor): Promise<Attempt> => {
    const attempt = await readAttemptByRef(db, name, ref);
    if (attempt?.userId !== userId) throw refuse.notFound(t("Payment not found"));
    return attempt;
  };
  const finish = async (attempt: Attempt, instrument?: Instrument): Promise<Finished> => {
    const provider = await providerOf(attempt.provider);
    return answered(() => finishPayment(shop, provider, attempt.id, { who: "shopper", ...(instrument && { instrument }) }));
  };
  const confirm = async ({ input, visitor }: { input: { orderId: string }; visitor: Visitor }) => {
    const attempt = await own("paypal", input.orderId, visitor);
    const finished = await finish(attempt);
    return { data: { orderId: orderNumberOf(finished, attempt) }, message: contract.confirmedMessage() };
  };
  const tell = async (attempt: Attempt): Promise<contract.Payment> => ({
    orderId: attempt.providerRef ?? "",
    provider: wayOf(attempt),
    status: attempt.status,
    totalAmt: toDollars(attempt.totalCents),
    expiresAt: attempt.expiresAt.toISOString(),
    secondsLeft: Math.max(0, Math.ceil(attempt.secondsLeft)),
    approvalUrl: attempt.status === "OPEN" ? (attempt.approvalUrl ?? "") : "",
    shopOrderId: (attempt.status === "PAID" && (await readNumber(db, orderIdOf(attempt)))) || "",
    changesOrder: (attempt.amends && (await readNumber(db, attempt.amends))) || "",
  });

  serve(app, shop, contract.createPayPalOrder, async (call) => redirectTo(await start("paypal", contract.createPayPalOrder, call)));
  serve(app, shop, contract.confirmPayPalPayment, confirm);
  serve(app, shop, contract.confirmPayPalPaymentByGet, confirm);
  serve(app, shop, contract.getPayPalOrderDetails, async ({ input, visitor }) => ({
    data: await tell(await own("paypal", input.orderId, visitor)),
  }));
  serve(app, shop, contract.openPayment, async ({ visitor }) => {
    const attempt = await readOpenAttempt(db, visitor.userId);
    return { data: attempt ? await tell(attempt) : null };
  });
  serve(app, shop, contract.cancelPayment, async ({ input, visitor }) => {
    const attempt = (await readAttemptByRef(db, "paypal", input.orderId)) ?? (await readAttemptByRef(db, "culqi", input.orderId));
    if (attempt?.userId !== visitor.userId) throw refuse.notFound(t("Payment not found"));
    await cancelPayment(shop, attempt.id);
    return { message: t("Payment canceled. Nothing was charged.") };
  });

  const culqiPaymentOf = async ({ id, totalCents, currency, expiresAt }: Attempt) => ({
    orderId: id,
    publicKey: (await shop.payments()).culqi?.publicKey ?? "",
    amount: totalCents,
    currency,
    expiresAt: expiresAt.toISOString(),
  });
  serve(app, shop, contract.createCulqiOrder, async (call) => ({
    data: await culqiPaymentOf(await start("culqi", contract.createCulqiOrder, call)),
  }));
  serve(app, shop, contract.createYapeOrder, async (call) => ({
    data: await culqiPaymentOf(await start("yape", contract.createYapeOrder, call)),
  }));
  serve(app, shop, contract.confirmCulqiPayment, async ({ input, visitor, http }) => {
    const { orderId, token, authentication_3DS: authentication3DS } = input;
    const attempt = await own("culqi", orderId, visitor);
    if (!fitsToken(attempt, token))
      throw refuse.badInput(
        attempt.withYape
          ? t("token must be of a Yape account, as this payment was started for it")
          : t("token must be of a card, as this payment was started for it"),
        "token",
      );
    const noteDecline = await limits.checkCard(http?.request.ip ?? "", visitor.userId);
    const { email = "" } = (await readAccount(db, visitor.userId)) ?? {};
    const finished = await finish(attempt, { token, email, ...(authentication3DS && { authentication3DS }) });
    if (finished.kind === "declined") await noteDecline();
    if (finished.kind === "review") return { data: { action: "REVIEW" as const }, message: t("Verify this payment with your bank.") };
    return { data: { orderId: orderNumberOf(finished, attempt) }, message: contract.confirmedMessage() };
  });

  const orderByCash = async (...asked: Parameters<typeof readOrderRequest>): Promise<Order> => {
    const request = await readRequest(...asked);
    const [terms] = await Promise.all([currentTerms(shop), checkWay("cash", request)]);
    const place = (trust: Trust) => withPricesOfNow(() => orderInCash(shop.database, request, trust, terms));
    return orderReply(await counted(asked[1], request, "in cash", place));
  };
  serve(app, shop, contract.checkout, async (call) => {
    const { provider } = call.input;
    if (provider === "paypal") return { data: { provider, ...redirectTo(await start("paypal", contract.checkout, call)) } };
    if (provider === "cash") return { data: { provider, order: await orderByCash(contract.checkout, call) }, message: placed() };
    return { data: { provider, ...(await culqiPaymentOf(await start(provider, contract.checkout, call))) } };
  });
  serve(app, shop, cashOnDelivery, async (call) => ({ data: await orderByCash(cashOnDelivery, call), message: placed() }));

  serve(app, shop, contract.waysToPay, async () => {
    const settings = await shop.settings();
    const { paypal, culqi } = await shop.payments();
    const offerOf = async (way: Way): Promise<contract.WayToPay | null> => {
      if (way === "cash") return { provider: way, practice: false, least: 0, most: 99_999_999 };
      const [provider, config] = [await providers(way), way === "paypal" ? paypal : culqi];
      if (!provider || !config) return null;
      const { least, most } = provider.offer(way).cents;
      const form = "scripts" in config && { scripts: config.scripts, publicKey: config.publicKey };
      return { provider: way, practice: config.sandbox, least: toDollars(least), most: toDollars(most), ...form };
    };
    const found = await Promise.all(waysOn(settings).map(offerOf));
    const { askIfMissing, lowStock } = settings;
    return { data: found.filter((way) => way !== null), ...(askIfMissing && { ifMissing: { lowStock } }) };
  });

  serve(app, shop, checkCoupon, async ({ input: { code, list_items: items }, visitor: { userId }, http }) => {
    const { timeZone } = await shop.identity();
    const { cents, ...taken } = await codes.counted(http, userId, () => couponFor(db, { code, items, userId, timeZone }));
    return { data: { code: taken.code, amount: toDollars(cents) } };
  });

  changeRoutes(app, shop, {
    providers,
    async started(attempt) {
      const way = wayOf(attempt);
      return way === "paypal" ? { provider: way, ...redirectTo(attempt) } : { provider: way, ...(await culqiPaymentOf(attempt)) };
    },
  });
  refundRoutes(app, shop, providers);
  webhookRoutes(app, shop, providers);
}

const redirectTo = ({ approvalUrl, providerRef, expiresAt }: Attempt) => ({
  approvalUrl: approvalUrl ?? "",
  orderId: providerRef ?? "",
  expiresAt: expiresAt.toISOString(),
});

/** Turns a provider's silence into a 503: the payment continues in the background, or can be retried. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unanswered) throw refuse.unavailable(t("The payment service isn't responding. Please try again in a minute."));
    throw error;
  }
}

/** @throws Refusal 409 or 422 when there is no order */
function orderNumberOf(finished: Finished, { amends }: Pick<Attempt, "amends">): string {
  switch (finished.kind) {
    case "paid":
      return finished.orderNumber;
    case "declined":
      throw refuse.unprocessable(finished.message);
    case "refunded":
      throw refuse.conflict(
        amends
          ? t(
              "Your order could no longer be changed when your payment arrived. It stays as it was, and we're refunding what you just paid.",
            )
          : t("The items sold out before your payment arrived, so we're refunding you in full."),
      );
    case "pending":
      throw refuse.conflict(t("Your payment is being processed. Your order will appear under My Orders once it's confirmed."));
    case "over":
      throw refuse.conflict(
        amends
          ? t("This payment has ended, or your order can no longer be changed. Nothing was charged, and your order stays as it was.")
          : t("This payment was canceled or ran out of time. Nothing was charged. Please order again."),
      );
    default:
      throw refuse.unprocessable(t("The payment is not approved yet. Approve it with the payment service first."));
  }
}
