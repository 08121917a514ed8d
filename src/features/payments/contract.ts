import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { t } from "#words/t.ts";
import { order, orderRequest } from "../orders/contract.ts";

/** The states of a payment attempt. */
export const ATTEMPT_STATUSES = [
  /** Stock is reserved; the provider is being asked to create a payment. */
  "CREATING",
  /** The shopper can pay. */
  "OPEN",
  /** The provider is taking the money; the outcome is unknown so far. */
  "CAPTURING",
  /** The money has arrived and there is an order. */
  "PAID",
  /** Time ran out before the shopper paid. */
  "EXPIRED",
  /** The shopper canceled it. */
  "CANCELLED",
  /** The shopper started another payment or placed an order instead. */
  "REPLACED",
  /** The provider did not create a payment. */
  "FAILED",
  /** The money arrived but the goods are gone: it is being refunded. */
  "REFUNDING",
  "REFUNDED",
] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/** The ways to pay before the order is placed. Yape is a way of the provider Culqi. */
export const ONLINE_WAYS = ["paypal", "culqi", "yape"] as const;
export type OnlineWay = (typeof ONLINE_WAYS)[number];

/** The states of a refund. */
export const REFUND_STATUSES = [
  /** The provider has yet to be asked. */
  "DUE",
  /** The provider accepted it, but the money isn't back yet. */
  "PENDING",
  "DONE",
  /** The provider refused it, or gave up later. */
  "FAILED",
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/**
 * Browsers tell success by this very text (CHK-7), also with a page that was opened before an upgrade. So don't reword it, in either
 * language.
 */
export const confirmedMessage = () => t("Payment confirmed and order successfully registered.");

/** The outcomes, in `data.outcome` of the refusal, of a payment that confirming it again doesn't change. */
export const ENDED: readonly string[] = ["declined", "refunded", "over"];

/** The provider's id of a payment; with Culqi, the shop's. */
const providerOrderId = z
  .string()
  .check(z.trim(), z.minLength(1, "is required"), z.maxLength(64), z.regex(/^[\w-]+$/, "is not an order id"));

const redirect = z.object({
  /** Where the shopper pays. */
  approvalUrl: z.string(),
  /** The provider's id. */
  orderId: z.string(),
  /** When the reservation ends. */
  expiresAt: z.iso.datetime(),
});

/** What Culqi's form needs. */
const culqiPayment = z.object({
  orderId: z.string(),
  publicKey: z.string(),
  /** In cents, as Culqi expects. */
  amount: z.int(),
  currency: z.string(),
  expiresAt: z.iso.datetime(),
});
export type CulqiPayment = z.output<typeof culqiPayment>;

export const createPayPalOrder = endpoint({
  method: "POST",
  path: "/api/order/create-paypal-order",
  access: "user",
  summary: "Reserve the goods and start a PayPal payment; repeating it with the same Idempotency-Key returns the first payment",
  bodyLimit: LARGE_BODY,
  input: orderRequest,
  reply: redirect,
});

const confirmed = z.object({ data: z.object({ /** The shop's order number. */ orderId: z.string() }) });

export const confirmPayPalPayment = endpoint({
  method: "POST",
  path: "/api/order/confirm-paypal-payment",
  access: "user",
  summary: "Capture an approved PayPal payment and register the order; repeating it returns the same order",
  input: z.object({ orderId: providerOrderId }),
  reply: confirmed,
});

export const confirmPayPalPaymentByGet = endpoint({
  method: "GET",
  path: "/api/order/confirm-paypal-payment",
  access: "user",
  summary: "Like the POST; never prefetched, never cached",
  input: z.object({ orderId: providerOrderId }),
  reply: confirmed,
});

/** A payment of the shopper. */
export const payment = z.object({
  /** The provider's id; with Culqi, the shop's. */
  orderId: z.string(),
  provider: z.enum(ONLINE_WAYS),
  status: z.enum(ATTEMPT_STATUSES),
  totalAmt: z.number(),
  expiresAt: z.iso.datetime(),
  /** The same as seconds, for browsers whose clock is wrong. */
  secondsLeft: z.int(),
  /** Where the shopper can continue paying; empty if the payment has ended, or is made in the shop. */
  approvalUrl: z.string(),
  /** The shop's order number; empty until there is an order. */
  shopOrderId: z.string(),
  /** The number of the order that it pays the difference of; empty for a new order. */
  changesOrder: z.string(),
});
export type Payment = z.output<typeof payment>;

export const getPayPalOrderDetails = endpoint({
  method: "GET",
  path: "/api/order/get-paypal-order-details",
  access: "user",
  summary: "The status of one of the shopper's payments",
  input: z.object({ orderId: providerOrderId }),
  reply: z.object({ data: payment }),
});

export const openPayment = endpoint({
  method: "GET",
  path: "/api/order/open-payment",
  access: "user",
  summary: "The shopper's open payment, or null",
  reply: z.object({ data: z.nullable(payment) }),
});

export const cancelPayment = endpoint({
  method: "POST",
  path: "/api/order/cancel-payment",
  access: "user",
  summary: "Cancel a payment and release its goods",
  input: z.object({ orderId: providerOrderId }),
  reply: z.object({}),
});

export const createCulqiOrder = endpoint({
  method: "POST",
  path: "/api/order/create-culqi-order",
  access: "user",
  summary: "Reserve the goods and start a card payment with Culqi, from 3.00 to 9,999.00",
  bodyLimit: LARGE_BODY,
  input: orderRequest,
  reply: z.object({ data: culqiPayment }),
});

export const createYapeOrder = endpoint({
  method: "POST",
  path: "/api/order/create-yape-order",
  access: "user",
  summary: "Reserve the goods and start a Yape payment with Culqi, from S/3.00 to S/2,000.00, where the shop offers it",
  bodyLimit: LARGE_BODY,
  input: orderRequest,
  reply: z.object({ data: culqiPayment }),
});

export const confirmCulqiPayment = endpoint({
  method: "POST",
  path: "/api/order/confirm-culqi-payment",
  access: "user",
  summary:
    "Charge a card or a Yape account by its Culqi token, of the kind that the payment was started for; `data.action` is REVIEW if the bank requires verification first (3-D Secure)",
  input: z.object({
    orderId: providerOrderId,
    token: z.string().check(z.regex(/^(tkn|ype)_(test|live)_\w{8,40}$/, "is not a Culqi token")),
    authentication_3DS: z.optional(
      z.record(z.string().check(z.maxLength(60)), z.union([z.string().check(z.maxLength(2000)), z.number(), z.boolean()])),
    ),
  }),
  reply: z.object({ data: z.union([z.object({ action: z.literal("REVIEW") }), z.object({ orderId: z.string() })]) }),
});

/** What a started online payment returns, by provider. */
export const STARTED = [
  z.extend(redirect, { provider: z.literal("paypal") }),
  z.extend(culqiPayment, { provider: z.enum(["culqi", "yape"]) }),
] as const;

export const checkout = endpoint({
  method: "POST",
  path: "/api/order/checkout",
  access: "user",
  summary: "Order with any payment method: cash returns the order, paypal where to pay, culqi and yape what Culqi's form needs",
  bodyLimit: LARGE_BODY,
  input: z.extend(orderRequest, { provider: z.enum([...ONLINE_WAYS, "cash"]) }),
  reply: z.object({
    data: z.union([z.object({ provider: z.literal("cash"), order }), ...STARTED]),
  }),
});

/** A payment method offered at checkout. */
export const wayToPay = z.object({
  provider: z.enum([...ONLINE_WAYS, "cash"]),
  /** Uses the stand-ins: no real money is charged. */
  practice: z.boolean(),
  /** Smallest amount it accepts, in the shop's currency; `most` is the largest. */
  least: z.number(),
  most: z.number(),
  /** Scripts the page loads for it: Culqi's form and the bank's check. */
  scripts: z.optional(z.object({ checkout: z.string(), threeDs: z.string() })),
  /** Needed to open Culqi's form. */
  publicKey: z.optional(z.string()),
});
export type WayToPay = z.output<typeof wayToPay>;

export const waysToPay = endpoint({
  method: "GET",
  path: "/api/order/ways-to-pay",
  access: "anyone",
  summary: "The available payment methods, and what else the checkout asks",
  reply: z.object({
    data: z.array(wayToPay),
    /** Only if the checkout asks what to do when something is missing: up to how many pieces a product is low on stock. */
    ifMissing: z.optional(z.object({ lowStock: z.int() })),
  }),
});
