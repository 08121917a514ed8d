import type { Fault } from "../faults.ts";
import type { Answer } from "../operation.ts";
import { kind } from "../records.ts";
import { faultsOf, fromCents, toCents } from "./amounts.ts";
import { paypalError } from "./errors.ts";
import { sendEvent } from "./events.ts";
import { ORDERS, type Capture } from "./order.ts";
import { readRefund, type Money } from "./order-shape.ts";
import { findCapture } from "./orders.ts";
import { link, madeBefore, newId, REFUND_IDS_MS, remember, timeText, type PayPal, type Repeatable } from "./paypal.ts";

interface Refund {
  id: string;
  captureId: string;
  amount: Money;
  /** Hundredths refunded from the capture so far, including this refund. */
  total: string;
  invoiceId?: string | undefined;
  customId?: string | undefined;
  note?: string | undefined;
  /** Missing on refunds from older versions, all of which are completed. */
  status?: "COMPLETED" | "PENDING" | "FAILED";
  createdAt: number;
}

const REFUNDS = kind<Refund>("paypal-refund");

/** Refunds all or part of what is left of a capture. With the fault `pending` the refund stays pending until {@link settleRefund}. */
export async function refundCapture(
  paypal: PayPal,
  captureId: string,
  body: unknown,
  request: Repeatable,
  faults: readonly Fault[] = [],
): Promise<Answer> {
  const status = faults.some(({ effect }) => effect === "pending") ? "PENDING" : "COMPLETED";
  const asked = readRefund(body ?? {});
  const wrong = asked.amount ? faultsOf(asked.amount, "/amount", "positive") : [];
  if (wrong.length > 0) throw paypalError(wrong);
  const { answer, early } = await paypal.store.transact(async (records) => {
    const now = paypal.now();
    const earlier = await madeBefore(records, request, now);
    const known = earlier && (await records.get(REFUNDS, earlier));
    if (known) return { answer: { status: 200, body: refundBody(paypal, known) }, early: false };
    const { order, capture } = await findCapture(records, captureId);
    const cents = amountToRefund(capture, asked.amount);
    const total = BigInt(capture.refunded) + cents;
    capture.refunded = String(total);
    if (status === "COMPLETED") capture.status = total === toCents(capture.amount) ? "REFUNDED" : "PARTIALLY_REFUNDED";
    capture.updatedAt = now;
    const refund: Refund = {
      id: newId(),
      captureId,
      amount: fromCents(cents, capture.amount.currency_code),
      total: String(total),
      invoiceId: asked.invoice_id ?? capture.invoiceId,
      customId: asked.custom_id ?? capture.customId,
      note: asked.note_to_payer,
      status,
      createdAt: now,
    };
    capture.refunds = [...(capture.refunds ?? []), { id: refund.id, amount: refund.amount, status, createdAt: now }];
    await records.put(ORDERS, order.id, order);
    await records.put(REFUNDS, refund.id, refund);
    await remember(records, request, refund.id, now + REFUND_IDS_MS);
    const early = status === "COMPLETED" && (await sendEvent(paypal, records, "PAYMENT.CAPTURE.REFUNDED", refundBody(paypal, refund)));
    return { answer: { status: 201, body: refundBody(paypal, refund) }, early };
  });
  if (early) await paypal.deliveries.send();
  paypal.deliveries.wake();
  return answer;
}

/** Settles a pending refund. */
export async function settleRefund(paypal: PayPal, id: string, status: "COMPLETED" | "FAILED"): Promise<Answer> {
  const answer = await paypal.store.transact(async (records) => {
    const refund = await records.get(REFUNDS, id);
    if (refund?.status !== "PENDING") throw paypalError({ issue: "INVALID_RESOURCE_ID", field: "refund_id", value: id, location: "path" });
    const { order, capture } = await findCapture(records, refund.captureId);
    if (status === "FAILED") capture.refunded = String(BigInt(capture.refunded) - toCents(refund.amount));
    else capture.status = BigInt(capture.refunded) === toCents(capture.amount) ? "REFUNDED" : "PARTIALLY_REFUNDED";
    capture.refunds = (capture.refunds ?? []).map((one) => (one.id === id ? { ...one, status } : one));
    refund.status = status;
    await records.put(ORDERS, order.id, order);
    await records.put(REFUNDS, id, refund);
    if (status === "COMPLETED") await sendEvent(paypal, records, "PAYMENT.CAPTURE.REFUNDED", refundBody(paypal, refund));
    return { status: 200, body: refundBody(paypal, refund) };
  });
  paypal.deliveries.wake();
  return answer;
}

/** @throws ProviderError 422 */
function amountToRefund(capture: Capture, asked: Money | undefined): bigint {
  if (capture.status === "PENDING") throw paypalError("PENDING_CAPTURE");
  if (capture.status === "REFUNDED") throw paypalError("CAPTURE_FULLY_REFUNDED");
  if (capture.status !== "COMPLETED" && capture.status !== "PARTIALLY_REFUNDED") throw paypalError("REFUND_NOT_ALLOWED");
  const left = toCents(capture.amount) - BigInt(capture.refunded);
  if (!asked) return left;
  const at = { field: "/amount/value", value: asked.value, location: "body" } as const;
  if (asked.currency_code !== capture.amount.currency_code) throw paypalError({ ...at, issue: "REFUND_CAPTURE_CURRENCY_MISMATCH" });
  if (toCents(asked) > left) throw paypalError({ ...at, issue: "REFUND_AMOUNT_EXCEEDED" });
  return toCents(asked);
}

function refundBody(paypal: PayPal, refund: Refund): object {
  const { amount } = refund;
  const currency = amount.currency_code;
  return {
    id: refund.id,
    status: refund.status ?? "COMPLETED",
    amount,
    ...(refund.invoiceId ? { invoice_id: refund.invoiceId } : {}),
    ...(refund.customId ? { custom_id: refund.customId } : {}),
    ...(refund.note ? { note_to_payer: refund.note } : {}),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: fromCents(0n, currency),
      net_amount: amount,
      total_refunded_amount: fromCents(BigInt(refund.total), currency),
    },
    create_time: timeText(refund.createdAt),
    update_time: timeText(refund.createdAt),
    links: [
      link(`${paypal.apiUrl}/v2/payments/refunds/${refund.id}`, "self"),
      link(`${paypal.apiUrl}/v2/payments/captures/${refund.captureId}`, "up"),
    ],
  };
}

export async function showRefund(paypal: PayPal, id: string): Promise<Answer> {
  const refund = await paypal.store.transact((records) => records.get(REFUNDS, id));
  if (!refund) throw paypalError({ issue: "INVALID_RESOURCE_ID", field: "refund_id", value: id, location: "path" });
  return { status: 200, body: refundBody(paypal, refund) };
}
