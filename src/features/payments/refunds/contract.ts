import * as z from "zod/mini";
import { endpoint, type ReplyOf } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { orderRef, refundWay } from "../../orders/contract.ts";
import { ATTEMPT_STATUSES, ONLINE_WAYS, REFUND_STATUSES } from "../contract.ts";

export const unsettledPayments = endpoint({
  method: "GET",
  path: "/api/payments/unsettled",
  access: "manager",
  summary: "Payments and refunds that did not settle by themselves, and canceled orders to be refunded by hand",
  reply: z.object({
    data: z.array(
      z.object({
        _id: id,
        userId: id,
        provider: z.enum(ONLINE_WAYS),
        /** Of the order; empty if the payment never became one. */
        orderNumber: z.string(),
        /** The provider's own ids. */
        orderId: z.string(),
        chargeId: z.string(),
        status: z.enum(ATTEMPT_STATUSES),
        totalAmt: z.number(),
        createdAt: z.iso.datetime(),
        note: z.string(),
        refund: z.nullable(
          z.object({
            status: z.enum(REFUND_STATUSES),
            reason: z.string(),
            amount: z.number(),
            /** Whether `POST /api/payments/retry-refund` can retry it. */
            mayRetry: z.boolean(),
          }),
        ),
      }),
    ),
    /** Money that no provider can refund: of canceled orders, or a part of what was paid; `POST /api/payments/refund-by-hand` settles them. */
    owed: z.array(
      z.object({
        _id: id,
        orderId: z.string(),
        userName: z.string(),
        metodoDePago: z.string(),
        amount: z.number(),
        /** When the order was canceled, became cheaper, or left a part to the staff. */
        cancelledAt: z.iso.datetime(),
        cause: z.enum(["cancelled", "cheaper"]),
      }),
    ),
  }),
});
export type UnsettledPayment = ReplyOf<typeof unsettledPayments>["data"][number];
export type OwedOrder = ReplyOf<typeof unsettledPayments>["owed"][number];

export const retryPaymentRefund = endpoint({
  method: "POST",
  path: "/api/payments/retry-refund",
  access: "manager",
  summary: "Retry the failed refund of a payment, whether or not it became an order; 409 unless its last refund failed",
  /** The `_id` from `GET /api/payments/unsettled`. */
  input: z.object({ _id: id }),
  reply: z.object({}),
});

export const refundByHand = endpoint({
  method: "POST",
  path: "/api/payments/refund-by-hand",
  access: "manager",
  summary:
    "Record that a canceled order, or the difference of a cheaper one, was refunded by hand, for example in cash; 409 if nothing is owed",
  input: z.object({ orderId: orderRef, how: z._default(refundWay, "transfer") }),
  reply: z.object({}),
});
