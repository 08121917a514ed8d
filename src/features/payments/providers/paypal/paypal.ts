import type { PayPalConfig } from "#server/settings/payment-settings.ts";
import type { Shop } from "#server/shop.ts";
import type { Identity } from "#shared/face.ts";
import { formatAmount } from "#shared/money.ts";
import { localPath } from "#words/language.ts";
import { t } from "#words/t.ts";
import { askProvider, type ProviderResponse } from "../ask-provider.ts";
import { lineCents, sumsOf } from "../../../cart/sums/rules.ts";
import { spokenLine } from "../../../catalogue/spoken/spoken-line.ts";
import { quantityWords } from "../../../orders/words.ts";
import { unexpectedAnswer, note } from "../../notes.ts";
import { ProviderRefused, Unanswered, type PaymentState, type Provider } from "../provider.ts";
import type { Attempt } from "../../store.ts";
import { AccessToken } from "./access-token.ts";
import { errorOf, noticeOf, orderOf, refundOf, refundStateOf, stateOf } from "./answers.ts";

/** PayPal's length limits. */
const NAME_MAX = 127;

const DECLINES = new Set([
  "INSTRUMENT_DECLINED",
  "PAYER_CANNOT_PAY",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "TRANSACTION_REFUSED",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
  "COMPLIANCE_VIOLATION",
]);
const NOT_APPROVED = new Set(["ORDER_NOT_APPROVED", "PAYER_ACTION_REQUIRED"]);

/** Payments with PayPal's Orders v2 API. */
export function makePayPal(config: PayPalConfig, identity: Shop["identity"]): Provider {
  const accessToken = new AccessToken(config);

  /** Sends a request with an access token, and once more with a new one if that was refused. */
  async function ask(method: "GET" | "POST", path: string, body?: string, requestId?: string): Promise<ProviderResponse> {
    const once = async () =>
      askProvider({
        method,
        url: config.baseUrl + path,
        headers: {
          authorization: `Bearer ${await accessToken.get()}`,
          "content-type": "application/json",
          prefer: "return=representation",
          ...(requestId && { "paypal-request-id": requestId }),
        },
        ...(body !== undefined && { body }),
        repeatable: method === "GET" || requestId !== undefined,
      });
    const first = await once();
    if (first.status !== 401) return first;
    accessToken.forget();
    const second = await once();
    if (second.status === 401) throw new Unanswered(note("PayPal refuses the shop's credentials"));
    return second;
  }

  async function read(attempt: Attempt): Promise<PaymentState> {
    const { providerRef } = attempt;
    if (!providerRef) return { kind: "unpaid" };
    const { status, body } = await ask("GET", `/v2/checkout/orders/${providerRef}`);
    if (status === 404) return { kind: "unpaid" };
    if (status !== 200) throw new Unanswered(unexpectedAnswer("PayPal", status, errorOf(body).issue));
    return stateOf(orderOf(body), attempt);
  }

  return {
    name: "paypal",
    offer: () => ({ method: "PayPal", cents: { least: 1, most: 999_999_999 } }),
    // An order can be captured only once, whoever asks.
    recognizesRepeats: true,
    read,

    async create(attempt) {
      const { status, body } = await ask("POST", "/v2/checkout/orders", JSON.stringify(orderBody(attempt, await identity())), attempt.id);
      if (status !== 200 && status !== 201) throw new ProviderRefused(`PayPal answered ${status} ${errorOf(body).issue}`);
      const { id, links } = orderOf(body);
      const approval = links.find(({ rel }) => rel === "payer-action" || rel === "approve");
      if (!approval) throw new ProviderRefused("PayPal gave no approval link");
      return { ref: id, approvalUrl: approval.href };
    },

    async capture(attempt) {
      // Retries of this capture share an id, so PayPal sees one request; a new capture after a decline gets another.
      const requestId = `${attempt.id}-${attempt.capturingSince?.getTime() ?? 0}`;
      const { status, body } = await ask("POST", `/v2/checkout/orders/${attempt.providerRef ?? ""}/capture`, "{}", requestId);
      if (status === 200 || status === 201) return stateOf(orderOf(body), attempt);
      const { issue } = errorOf(body);
      if (NOT_APPROVED.has(issue)) return { kind: "unpaid" };
      if (DECLINES.has(issue)) return { kind: "declined", message: declined(attempt) };
      // ORDER_ALREADY_CAPTURED, ORDER_COMPLETION_IN_PROGRESS, DUPLICATE_INVOICE_ID and so on: read the order to find out.
      const state = await read(attempt);
      return state.kind === "approved" ? { kind: "pending", reason: unexpectedAnswer("PayPal", status, issue) } : state;
    },

    async refund({ id, chargeRef, cents }) {
      const refunded = JSON.stringify({ amount: moneyIn((await identity()).currency.code)(cents) });
      const { status, body } = await ask("POST", `/v2/payments/captures/${chargeRef}/refund`, refunded, id);
      const { issue } = errorOf(body);
      if (status === 200 || status === 201) {
        return refundStateOf(refundOf(body));
      }
      if (issue === "CAPTURE_FULLY_REFUNDED") return { kind: "done", ref: `refunded-${chargeRef}` };
      return { kind: "failed", reason: unexpectedAnswer("PayPal", status, issue) };
    },

    async readRefund(ref) {
      const { status, body } = await ask("GET", `/v2/payments/refunds/${ref}`);
      if (status === 200) return refundStateOf(refundOf(body));
      if (status === 404) return { kind: "failed", reason: note("PayPal does not know the refund") };
      throw new Unanswered(unexpectedAnswer("PayPal", status, errorOf(body).issue));
    },

    async readWebhook(raw, headers) {
      const notice = noticeOf(raw);
      const header = (name: string) => String(headers[`paypal-${name}`] ?? "");
      if (!notice || !config.webhookId || !header("transmission-sig")) return null;
      const signed = JSON.stringify({
        auth_algo: header("auth-algo"),
        cert_url: header("cert-url"),
        transmission_id: header("transmission-id"),
        transmission_sig: header("transmission-sig"),
        transmission_time: header("transmission-time"),
        webhook_id: config.webhookId,
      });
      // The raw event: the signature covers bytes, and serializing it again may change them.
      const body = `${signed.slice(0, -1)},"webhook_event":${raw.toString("utf8")}}`;
      const answer = await ask("POST", "/v1/notifications/verify-webhook-signature", body, undefined);
      const verified = (answer.body as { verification_status?: unknown } | null)?.verification_status === "SUCCESS";
      return answer.status === 200 && verified ? notice : null;
    },
  };
}

/** Why nothing was paid. Another way to pay can be chosen in PayPal, and at the checkout, which a change of an order does not have. */
const declined = ({ amends }: Attempt) =>
  amends === null
    ? t("PayPal declined the payment. Please choose another way to pay in PayPal, or here.")
    : t("PayPal declined the payment. Please choose another way to pay in PayPal.");

const moneyIn = (currency: string) => (cents: number) => ({ currency_code: currency, value: formatAmount(cents) });

/** What is priced by weight is one item, since PayPal only knows whole numbers. */
function itemOf(line: Attempt["lines"][number], money: ReturnType<typeof moneyIn>) {
  const { name, quantity, paidCents, productId: sku, weighed } = line;
  if (!weighed) return { name: name.slice(0, NAME_MAX), sku, quantity: String(quantity), unit_amount: money(paidCents) };
  const words = `, ${quantityWords(line)}`;
  return { name: name.slice(0, NAME_MAX - words.length) + words, sku, quantity: "1", unit_amount: money(lineCents(line)) };
}

/** What is to be paid, with its lines. A difference has no lines: it is the lines that were added, less those that were removed. */
function amountOf(attempt: Attempt) {
  const money = moneyIn(attempt.currency);
  if (attempt.amends !== null) return { amount: money(attempt.totalCents) };
  const { itemsCents, couponCents, deliveryFeeCents, totalCents } = sumsOf(attempt);
  const breakdown = {
    item_total: money(itemsCents),
    ...(deliveryFeeCents > 0 && { shipping: money(deliveryFeeCents) }),
    ...(couponCents > 0 && { discount: money(couponCents) }),
  };
  return {
    amount: { ...money(totalCents), breakdown },
    items: attempt.lines
      // PayPal refuses lines that cost nothing.
      .filter((line) => lineCents(line) > 0)
      .map((line) => ({ ...itemOf(spokenLine(line, attempt.language), money), category: "PHYSICAL_GOODS" })),
  };
}

/** An attempt as a PayPal order: lines that add up to the cent, and no address, since the shop has it. */
function orderBody(attempt: Attempt, { publicUrl, name }: Identity) {
  const { id } = attempt;
  const page = (path: string) => `${publicUrl}${localPath(path)}${attempt.amends === null ? "" : "?change=1"}`;
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        custom_id: id,
        invoice_id: id,
        description: t("Order at {name}", { name }).slice(0, NAME_MAX),
        ...amountOf(attempt),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: name.slice(0, NAME_MAX),
          locale: t("en-US"),
          shipping_preference: "NO_SHIPPING",
          user_action: "PAY_NOW",
          // Money from a bank can take days to arrive, and the goods would stay reserved.
          payment_method_preference: "IMMEDIATE_PAYMENT_REQUIRED",
          return_url: page("/success"),
          cancel_url: page("/cancel"),
        },
      },
    },
  };
}
