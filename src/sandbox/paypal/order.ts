import { kind } from "../records.ts";
import { fromCents, toCents } from "./amounts.ts";
import type { Context, Money, PurchaseUnit } from "./order-shape.ts";
import { link, timeText, type PayPal } from "./paypal.ts";

/** A stored capture. */
export interface Capture {
  id: string;
  orderId: string;
  status: "COMPLETED" | "DECLINED" | "PARTIALLY_REFUNDED" | "PENDING" | "REFUNDED" | "FAILED";
  amount: Money;
  /** Hundredths, as a string. */
  refunded: string;
  /** Its refunds, oldest first; missing on captures from older versions. */
  refunds?: { id: string; amount: Money; status?: "COMPLETED" | "PENDING" | "FAILED"; createdAt: number }[];
  invoiceId?: string | undefined;
  customId?: string | undefined;
  createdAt: number;
  updatedAt: number;
}

/** A stored order. */
export interface Order {
  id: string;
  status: "CREATED" | "APPROVED" | "COMPLETED" | "PAYER_ACTION_REQUIRED";
  intent: "CAPTURE" | "AUTHORIZE";
  /** Created in the current format: return URLs came in `payment_source`. */
  current: boolean;
  context: Context;
  units: PurchaseUnit[];
  /** One per purchase unit, in the same order. */
  captures: Capture[];
  payerId?: string;
  createdAt: number;
  updatedAt: number;
}

export const ORDERS = kind<Order>("paypal-order");
/** Finds the order of a capture. */
export const CAPTURES = kind<{ orderId: string }>("paypal-capture");
/** Paid invoices, and the orders that paid them. */
export const INVOICES = kind<{ orderId: string }>("paypal-invoice");

/** The payer has three hours to approve. */
const APPROVAL_MS = 3 * 3_600_000;

/** Whether an order was not approved in time, and no longer exists. */
export function isLapsed(order: Order, now: number): boolean {
  return (order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED") && now > order.createdAt + APPROVAL_MS;
}

/** Where the payer approves. */
export const approvalUrl = (paypal: PayPal, order: Pick<Order, "id">) => `${paypal.browserUrl}/checkoutnow?token=${order.id}`;

function links(paypal: PayPal, order: Order): object[] {
  const self = `${paypal.apiUrl}/v2/checkout/orders/${order.id}`;
  const open = order.status !== "COMPLETED";
  return [
    link(self, "self"),
    ...(open ? [link(approvalUrl(paypal, order), order.current ? "payer-action" : "approve")] : []),
    ...(open && !order.current ? [link(self, "update", "PATCH")] : []),
    ...(open ? [link(`${self}/capture`, "capture", "POST")] : []),
  ];
}

const PAYER = { name: { given_name: "Pat", surname: "Practice" }, email_address: "payer@sandbox.example" };

function payerOf(order: Order): object {
  if (!order.payerId) return {};
  const payer = { ...PAYER, payer_id: order.payerId, address: { country_code: "US" } };
  return {
    payer,
    payment_source: { paypal: { ...PAYER, account_id: order.payerId, account_status: "VERIFIED", address: { country_code: "US" } } },
  };
}

/** The minimal representation: id, status, links. */
export function minimal(paypal: PayPal, order: Order): object {
  const source = order.current && !order.payerId ? { payment_source: { paypal: {} } } : {};
  return { id: order.id, status: order.status, ...source, links: links(paypal, order) };
}

/** The minimal representation after a capture, with the captures. */
export function minimalCaptured(paypal: PayPal, order: Order): object {
  const units = order.units.map((unit, i) => ({
    reference_id: unit.reference_id ?? "default",
    ...(unit.shipping ? { shipping: unit.shipping } : {}),
    ...payments(paypal, order.captures[i]),
  }));
  return { id: order.id, status: order.status, ...payerOf(order), purchase_units: units, links: links(paypal, order) };
}

/** The full representation. */
export function representation(paypal: PayPal, order: Order): object {
  const source = order.current && !order.payerId ? { payment_source: { paypal: {} } } : {};
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    ...source,
    ...payerOf(order),
    purchase_units: order.units.map((unit, i) => ({
      ...unit,
      reference_id: unit.reference_id ?? "default",
      payee: { email_address: "shop@sandbox.example", merchant_id: "DESPENSASHP23" },
      ...payments(paypal, order.captures[i]),
    })),
    create_time: timeText(order.createdAt),
    update_time: timeText(order.updatedAt),
    links: links(paypal, order),
  };
}

function payments(paypal: PayPal, capture: Capture | undefined): object {
  if (!capture) return {};
  const refunds = (capture.refunds ?? []).map(({ id, amount, status = "COMPLETED", createdAt }) => ({
    id,
    status,
    amount,
    create_time: timeText(createdAt),
    update_time: timeText(createdAt),
  }));
  return { payments: { captures: [captureBody(paypal, capture)], ...(refunds.length > 0 && { refunds }) } };
}

/** A capture in API form. */
export function captureBody(paypal: PayPal, capture: Capture): object {
  const self = `${paypal.apiUrl}/v2/payments/captures/${capture.id}`;
  const { status, amount } = capture;
  const isPaid = status === "COMPLETED" || status === "REFUNDED" || status === "PARTIALLY_REFUNDED";
  return {
    id: capture.id,
    status,
    ...(status === "PENDING" ? { status_details: { reason: "PENDING_REVIEW" } } : {}),
    amount,
    final_capture: true,
    seller_protection: { status: "ELIGIBLE", dispute_categories: ["ITEM_NOT_RECEIVED", "UNAUTHORIZED_TRANSACTION"] },
    ...(isPaid ? { seller_receivable_breakdown: breakdown(amount) } : {}),
    ...(capture.invoiceId ? { invoice_id: capture.invoiceId } : {}),
    ...(capture.customId ? { custom_id: capture.customId } : {}),
    links: [
      link(self, "self"),
      ...(isPaid ? [link(`${self}/refund`, "refund", "POST")] : []),
      link(`${paypal.apiUrl}/v2/checkout/orders/${capture.orderId}`, "up"),
    ],
    create_time: timeText(capture.createdAt),
    update_time: timeText(capture.updatedAt),
  };
}

/** PayPal's fee is 3.49% plus 0.49. */
function breakdown(amount: Money): object {
  const gross = toCents(amount);
  const fee = (gross * 349n + 5000n) / 10_000n + 49n;
  const net = gross > fee ? gross - fee : 0n;
  const currency = amount.currency_code;
  return { gross_amount: amount, paypal_fee: fromCents(gross - net, currency), net_amount: fromCents(net, currency) };
}
