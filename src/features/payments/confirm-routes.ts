import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve, WAITS_FOR_PROVIDER } from "#server/http/serve.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { readAccount } from "../account/store.ts";
import { cancelPayment } from "./cancel-payment.ts";
import * as contract from "./contract.ts";
import { finishOwnPayment, finishPayment } from "./finish-payment.ts";
import { orUnavailable, providerOf } from "./for-shoppers.ts";
import { paymentLimits } from "./limits.ts";
import { paymentReply } from "./payment-reply.ts";
import type { Instrument, ProviderName, Providers } from "./providers/provider.ts";
import { fitsToken, isSettled } from "./rules.ts";
import { endOf, type Finished } from "./settle-payment.ts";
import { readAttemptByRef, readOpenAttempt, type Attempt } from "./store.ts";

/** A started payment: looking at it, confirming it, canceling it (API-28, API-29). */
export function confirmRoutes(app: FastifyInstance, shop: Shop, providers: Providers): void {
  const { db } = shop.database;
  const limits = paymentLimits(shop);

  /** @throws Refusal 404, also when the payment is somebody else's */
  const own = async ({ userId }: Visitor, ref: string, name: ProviderName): Promise<Attempt> => {
    const attempt = await readAttemptByRef(db, name, ref);
    if (attempt?.userId !== userId) throw refuse.notFound(t("Payment not found"));
    return attempt;
  };
  const finish = async (attempt: Attempt, instrument: Instrument): Promise<Finished> => {
    const provider = await providerOf(providers, attempt.provider);
    // That is final, so no lock is needed.
    if (isSettled(attempt)) return endOf(db, attempt);
    return orUnavailable(() => finishPayment(shop, provider, attempt, { who: "shopper", instrument }));
  };
  const confirm = async ({ input, visitor }: { input: { orderId: string }; visitor: Visitor }) => {
    const provider = await providerOf(providers, "paypal");
    const { finished, amends } = await orUnavailable(() => finishOwnPayment(shop, provider, visitor.userId, input.orderId));
    return { data: { orderId: orderNumberOf(finished, { amends }) }, message: contract.confirmedMessage() };
  };

  serve(app, shop, contract.confirmPayPalPayment, confirm, WAITS_FOR_PROVIDER);
  serve(app, shop, contract.confirmPayPalPaymentByGet, confirm, WAITS_FOR_PROVIDER);
  serve(app, shop, contract.getPayPalOrderDetails, async ({ input, visitor }) => ({
    data: await paymentReply(db, await own(visitor, input.orderId, "paypal")),
  }));
  serve(app, shop, contract.openPayment, async ({ visitor }) => {
    const attempt = await readOpenAttempt(db, visitor.userId);
    return { data: attempt ? await paymentReply(db, attempt) : null };
  });
  serve(app, shop, contract.cancelPayment, async ({ input, visitor }) => {
    await cancelPayment(shop, visitor.userId, input.orderId);
    return { message: t("Payment canceled. Nothing was charged.") };
  });

  serve(
    app,
    shop,
    contract.confirmCulqiPayment,
    async ({ input, visitor, http }) => {
      const { orderId, token, authentication_3DS: authentication3DS } = input;
      const asked = Promise.all([limits.checkCard(http?.request.ip ?? "", visitor.userId), readAccount(db, visitor.userId)]);
      asked.catch(() => {}); // awaited below, unless the payment is refused first
      const attempt = await own(visitor, orderId, "culqi");
      checkToken(attempt, token);
      const [noteDecline, { email = "" } = {}] = await asked;
      const finished = await finish(attempt, { token, email, ...(authentication3DS && { authentication3DS }) });
      if (finished.kind === "declined") await noteDecline();
      if (finished.kind === "review") return { data: { action: "REVIEW" as const }, message: t("Verify this payment with your bank.") };
      return { data: { orderId: orderNumberOf(finished, attempt) }, message: contract.confirmedMessage() };
    },
    WAITS_FOR_PROVIDER,
  );
}

/** @throws Refusal 400 */
function checkToken(attempt: Attempt, token: string): void {
  if (fitsToken(attempt, token)) return;
  throw refuse.badInput(
    attempt.withYape
      ? t("token must be for a Yape account, because this payment was started with one")
      : t("token must be for a card, because this payment was started with one"),
    "token",
  );
}

/** @throws Refusal 409 or 422 when there is no order, with the payment's outcome in `data` */
function orderNumberOf(finished: Finished, { amends }: Pick<Attempt, "amends">): string {
  const data = { outcome: finished.kind };
  switch (finished.kind) {
    case "paid":
      return finished.orderNumber;
    case "declined":
      throw refuse.unprocessable(finished.message, data);
    case "refunded":
      throw refuse.conflict(
        amends
          ? t(
              "Your order could no longer be changed when your payment arrived. It stays as it was, and we're refunding what you just paid.",
            )
          : t("The items sold out before your payment arrived, so we're refunding you in full."),
        data,
      );
    case "pending":
      throw refuse.conflict(t("Your payment is being processed. Your order will appear under My Orders once it's confirmed."), data);
    case "over":
      throw refuse.conflict(
        amends
          ? t("This payment has ended, or your order can no longer be changed. Nothing was charged, and your order stays as it was.")
          : t("This payment was canceled or ran out of time. Nothing was charged. Please order again."),
        data,
      );
    default:
      throw refuse.unprocessable(t("The payment is not approved yet. Approve it with the payment service first."), data);
  }
}
