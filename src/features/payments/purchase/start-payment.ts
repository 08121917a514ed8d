import { refuse } from "#server/http/errors.ts";
import { newId } from "#server/new-id.ts";
import type { Shop } from "#server/shop.ts";
import { formatCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { sumsOf } from "../../cart/sums/rules.ts";
import type { Terms } from "../../delivery/rules.ts";
import type { Trust } from "../../orders/limits/check-unpaid.ts";
import type { OrderRequest } from "../../orders/placing/place-order.ts";
import { paymentMethodInWords } from "../../orders/words.ts";
import { storedLine } from "../../orders/stored-line.ts";
import { reserve } from "../../stock/reservations.ts";
import { agreePurchase, takeAgreed } from "./agree-purchase.ts";
import { beginAttempt } from "../begin-attempt.ts";
import type { OnlineWay } from "../contract.ts";
import { ProviderRefused, type WayLimits, type Provider } from "../providers/provider.ts";
import { releasePayment } from "../release-payment.ts";
import { startPurchase } from "./start-purchase.ts";
import { lockAttempt, noteCreated, readAttempt, type Attempt } from "../store.ts";

/** How a payment is to be paid. */
export interface Paying {
  provider: Provider;
  way: OnlineWay;
}

/**
 * Creates a payment with the provider, unless that was done before.
 * @param provider undefined if the shop no longer has it
 * @param alongside runs while the provider's id is recorded
 * @returns the attempt: OPEN, or CAPTURING or PAID where the key's payment got that far already
 * @throws Refusal 409 if it has ended, 422 if the provider refuses it, Unanswered
 */
export async function createPayment(
  shop: Shop,
  provider: Provider | undefined,
  attempt: Attempt,
  alongside = async () => {},
): Promise<Attempt> {
  if (attempt.status === "CREATING" && provider) return create(shop, provider, attempt, alongside);
  if (attempt.status === "OPEN" || attempt.status === "CAPTURING" || attempt.status === "PAID") return attempt;
  throw refuse.conflict(t("This payment has ended. Please start a new one."));
}

/**
 * Reserves the goods of a payment. That is committed before {@link createPayment}, so that no lock is held while asking the provider. A
 * repeated key continues with its first attempt.
 * @param terms how the shop delivers; null while delivery is off
 * @throws Refusal 403 more than an unconfirmed account may reserve, 404 address or product, 409 stock, price or a payment that is being
 * taken right now, 422 amount or key
 * @throws PriceChanged
 */
export async function reserveGoods(
  { database }: Shop,
  { provider, way }: Paying,
  request: OrderRequest,
  trust: Trust,
  terms: Terms | null,
): Promise<Attempt> {
  const { userId } = request;
  const reserved = await database.transact(
    async ({ tx, invalidate, withCommit }) => {
      const id = newId();
      const purchase = await startPurchase(tx, invalidate, id, request, trust);
      if ("repeated" in purchase) return withCommit(readAttempt(tx, purchase.repeated));

      const agreement = agreePurchase(purchase, { request, trust, terms, inCash: false });
      const { address, lines, delivery, quote } = agreement;
      const { couponCents, couponCode, deliveryFeeCents } = quote;
      const { subtotalCents, totalCents } = sumsOf(quote);
      checkAmount(provider.offer(way), totalCents);
      const attempt = {
        id,
        userId,
        provider: provider.name,
        withYape: way === "yape",
        lines: quote.lines.map(storedLine),
        deliveryAddress: address,
        subtotalCents,
        couponCents,
        couponCode,
        deliveryFeeCents,
        totalCents,
        delivery: delivery.agreed,
      };
      return withCommit(
        ...purchase.replace(),
        ...takeAgreed(tx, agreement, { orderId: id, userId }, "HELD"),
        reserve(tx, invalidate, { orderId: id, userId }, lines),
        beginAttempt(tx, attempt),
      );
    },
    { prepare: true },
  );
  return reserved!; // a repeated key's hash says that it was used for a payment
}

/** @throws Refusal 422 */
function checkAmount({ method, cents: { least, most } }: WayLimits, totalCents: number): void {
  if (totalCents >= least && totalCents <= most) return;
  throw refuse.unprocessable(
    t("{method} payments must be between {least} and {most}. Please choose another way to pay.", {
      method: paymentMethodInWords(method),
      least: formatCents(least),
      most: formatCents(most),
    }),
  );
}

async function create({ database, log }: Shop, provider: Provider, attempt: Attempt, alongside: () => Promise<void>): Promise<Attempt> {
  try {
    const { ref, approvalUrl = null } = await provider.create(attempt);
    const [created] = await Promise.all([noteCreated(database.db, attempt.id, { providerRef: ref, approvalUrl }), alongside()]);
    return created;
  } catch (error) {
    log.warn({ err: error, attempt: attempt.id }, "a payment could not be started");
    await database.transact(async ({ tx, invalidate }) => {
      const now = await lockAttempt(tx, attempt.id);
      // Unless a request with the same key created it meanwhile.
      if (now?.status === "CREATING") await releasePayment(tx, invalidate, now, "FAILED", String(error));
    });
    if (error instanceof ProviderRefused)
      throw refuse.unprocessable(
        attempt.amends === null
          ? t("The payment could not be started. Please choose another way to pay.")
          : t("The payment could not be started. Try again later, or order what you want to add separately."),
      );
    throw error;
  }
}
