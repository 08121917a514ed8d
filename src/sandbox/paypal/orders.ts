import type { Fault } from "../faults.ts";
import type { Answer } from "../operation.ts";
import type { Records } from "../records.ts";
import { checkAmounts } from "./amounts.ts";
import { paypalError } from "./errors.ts";
import {
  CAPTURES,
  INVOICES,
  ORDERS,
  approvalUrl,
  captureBody,
  isLapsed,
  minimal,
  minimalCaptured,
  representation,
  type Capture,
  type Order,
} from "./order.ts";
import { readOrder, type OrderRequest } from "./order-shape.ts";
import { link, madeBefore, newId, newPayerId, ORDER_IDS_MS, remember, type PayPal, type Repeatable } from "./paypal.ts";
import { sendEvent } from "./events.ts";

type Form = "minimal" | "representation";

/** Creates an order, or returns the one already created by the same request. */
export async function createOrder(paypal: PayPal, body: unknown, form: Form, request: Repeatable): Promise<Answer> {
  const asked = readOrder(body);
  if (asked.payment_source && !request.requestId) {
    throw paypalError({ issue: "PAYPAL_REQUEST_ID_REQUIRED", field: "PayPal-Request-Id" });
  }
  checkAmounts(asked);
  checkShipping(asked);
  const now = paypal.now();
  return paypal.store.transact(async (records) => {
    const earlier = await madeBefore(records, request, now);
    const known = earlier && (await records.get(ORDERS, earlier));
    if (known) return { status: 200, body: present(paypal, known, form) };
    await checkInvoices(records, asked.purchase_units);
    const order = newOrder(asked, now);
    await records.put(ORDERS, order.id, order);
    await remember(records, request, order.id, now + ORDER_IDS_MS);
    return { status: 201, body: present(paypal, order, form) };
  });
}

const present = (paypal: PayPal, order: Order, form: Form) =>
  form === "representation" ? representation(paypal, order) : minimal(paypal, order);

function newOrder(asked: OrderRequest, now: number): Order {
  const current = asked.payment_source?.paypal !== undefined;
  return {
    id: newId(),
    status: current ? "PAYER_ACTION_REQUIRED" : "CREATED",
    intent: asked.intent,
    current,
    context: asked.payment_source?.paypal?.experience_context ?? asked.application_context ?? {},
    units: asked.purchase_units,
    captures: [],
    createdAt: now,
    updatedAt: now,
  };
}

/** Countries whose addresses need a city and postal code, as far as the tests need. */
const NEED_POSTAL_CODE = new Set(["US", "CA", "GB", "DE", "FR", "ES", "IT"]);

function checkShipping(asked: OrderRequest): void {
  const context = asked.payment_source?.paypal?.experience_context ?? asked.application_context;
  for (const [i, { shipping }] of asked.purchase_units.entries()) {
    const field = `/purchase_units/${i}/shipping/address`;
    const address = shipping?.address;
    if (!address && context?.shipping_preference === "SET_PROVIDED_ADDRESS") {
      throw paypalError({ issue: "MISSING_SHIPPING_ADDRESS", field, location: "body" });
    }
    if (!address || !NEED_POSTAL_CODE.has(address.country_code)) continue;
    if (!address.admin_area_2) throw paypalError({ issue: "CITY_REQUIRED", field: `${field}/admin_area_2`, location: "body" });
    if (!address.postal_code) throw paypalError({ issue: "POSTAL_CODE_REQUIRED", field: `${field}/postal_code`, location: "body" });
  }
}

/** An invoice can only be paid once. */
async function checkInvoices(records: Records, units: Order["units"]): Promise<void> {
  for (const [i, { invoice_id: id }] of units.entries()) {
    if (id && (await records.get(INVOICES, id))) {
      throw paypalError({ issue: "DUPLICATE_INVOICE_ID", field: `/purchase_units/${i}/invoice_id`, value: id, location: "body" });
    }
  }
}

/**
 * Finds and locks an order that hasn't expired.
 * @throws ProviderError 404
 */
export async function findOrder(paypal: PayPal, records: Records, id: string): Promise<Order> {
  const order = await records.get(ORDERS, id);
  if (!order || isLapsed(order, paypal.now())) {
    throw paypalError({ issue: "INVALID_RESOURCE_ID", field: "order_id", value: id, location: "path" });
  }
  return order;
}

export async function showOrder(paypal: PayPal, id: string): Promise<Answer> {
  const order = await paypal.store.transact((records) => findOrder(paypal, records, id));
  return { status: 200, body: representation(paypal, order) };
}

/**
 * Approves an order for its payer, on the approval page.
 * @returns the order, and whether it was approved just now
 */
export async function approveOrder(paypal: PayPal, id: string): Promise<Order> {
  const { order, early } = await paypal.store.transact(async (records) => {
    const order = await findOrder(paypal, records, id);
    if (order.status === "COMPLETED") return { order, early: false };
    const first = order.status !== "APPROVED";
    order.status = "APPROVED";
    order.payerId ??= newPayerId();
    order.updatedAt = paypal.now();
    await records.put(ORDERS, id, order);
    const early = first && (await sendEvent(paypal, records, "CHECKOUT.ORDER.APPROVED", representation(paypal, order)));
    return { order, early };
  });
  if (early) await paypal.deliveries.send();
  paypal.deliveries.wake();
  return order;
}

/** Captures an approved order, once. */
export async function captureOrder(paypal: PayPal, id: string, form: Form, request: Repeatable, faults: readonly Fault[]): Promise<Answer> {
  const show = (order: Order) => (form === "representation" ? representation(paypal, order) : minimalCaptured(paypal, order));
  const { answer, early } = await paypal.store.transact(async (records) => {
    const now = paypal.now();
    const earlier = await madeBefore(records, request, now);
    const order = await findOrder(paypal, records, id);
    if (earlier) return { answer: { status: 200, body: show(order) }, early: false };
    checkCapturable(paypal, order);
    await checkInvoices(records, order.units);
    const status = faults.some((fault) => fault.effect === "pending") ? "PENDING" : "COMPLETED";
    order.captures = order.units.map((unit) => newCapture(order, unit, status, now));
    order.status = "COMPLETED";
    order.updatedAt = now;
    let early = false;
    for (const capture of order.captures) {
      await records.put(CAPTURES, capture.id, { orderId: id });
      if (capture.invoiceId) await records.put(INVOICES, capture.invoiceId, { orderId: id });
      early = (await sendCaptureEvent(paypal, records, capture)) || early;
    }
    await records.put(ORDERS, id, order);
    await remember(records, request, id, now + ORDER_IDS_MS);
    return { answer: { status: 201, body: show(order) }, early };
  });
  if (early) await paypal.deliveries.send();
  paypal.deliveries.wake();
  return answer;
}

function checkCapturable(paypal: PayPal, order: Order): void {
  const links = [link(approvalUrl(paypal, order), order.current ? "payer-action" : "approve")];
  if (order.intent !== "CAPTURE") throw paypalError("ACTION_DOES_NOT_MATCH_INTENT");
  if (order.status === "COMPLETED") throw paypalError("ORDER_ALREADY_CAPTURED");
  if (order.status !== "APPROVED") throw paypalError("ORDER_NOT_APPROVED", links);
}

function newCapture(order: Order, unit: Order["units"][number], status: Capture["status"], now: number): Capture {
  const { currency_code, value } = unit.amount;
  return {
    id: newId(),
    orderId: order.id,
    status,
    amount: { currency_code, value },
    refunded: "0",
    invoiceId: unit.invoice_id,
    customId: unit.custom_id,
    createdAt: now,
    updatedAt: now,
  };
}

const EVENT_OF: Partial<Record<Capture["status"], string>> = {
  COMPLETED: "PAYMENT.CAPTURE.COMPLETED",
  PENDING: "PAYMENT.CAPTURE.PENDING",
  DECLINED: "PAYMENT.CAPTURE.DENIED",
};

function sendCaptureEvent(paypal: PayPal, records: Records, capture: Capture): Promise<boolean> {
  const related = { supplementary_data: { related_ids: { order_id: capture.orderId } } };
  return sendEvent(paypal, records, EVENT_OF[capture.status]!, { ...captureBody(paypal, capture), ...related });
}

/** Completes or declines a pending capture, as PayPal's review would. */
export async function settleCapture(paypal: PayPal, id: string, status: "COMPLETED" | "DECLINED"): Promise<Answer> {
  const answer = await paypal.store.transact(async (records) => {
    const { order, capture } = await findCapture(records, id);
    if (capture.status !== "PENDING") throw paypalError({ issue: "INVALID_PARAMETER_VALUE", description: "The capture is not pending." });
    capture.status = status;
    capture.updatedAt = paypal.now();
    await records.put(ORDERS, order.id, order);
    await sendCaptureEvent(paypal, records, capture);
    return { status: 200, body: captureBody(paypal, capture) };
  });
  paypal.deliveries.wake();
  return answer;
}

/**
 * Finds and locks a capture and its order.
 * @throws ProviderError 404
 */
export async function findCapture(records: Records, id: string): Promise<{ order: Order; capture: Capture }> {
  const place = await records.get(CAPTURES, id);
  const order = place && (await records.get(ORDERS, place.orderId));
  const capture = order?.captures.find((each) => each.id === id);
  if (!order || !capture) throw paypalError({ issue: "INVALID_RESOURCE_ID", field: "capture_id", value: id, location: "path" });
  return { order, capture };
}

export async function showCapture(paypal: PayPal, id: string): Promise<Answer> {
  const { capture } = await paypal.store.transact((records) => findCapture(records, id));
  return { status: 200, body: captureBody(paypal, capture) };
}
