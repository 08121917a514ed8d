import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { readOwedOrders } from "../../orders/admin/store.ts";
import { quoteRefund } from "../../orders/contract.ts";
import { findReadable } from "../../orders/find-readable.ts";
import { staffActor } from "../../orders/limits/refund-limit.ts";
import { idOf, readNumbersAndStatuses, type NumberAndStatus } from "../../orders/store.ts";
import { noteInWords } from "../notes.ts";
import { Unanswered, type Providers } from "../providers/provider.ts";
import { readUnsettledDifferences, type Difference } from "../differences/store.ts";
import { orderIdOf, wayOf } from "../rules.ts";
import type { Attempt } from "../store.ts";
import { refundByHand } from "./refund-by-hand.ts";
import { quoteSplit } from "./refund-order.ts";
import { readRetried, retryPaymentRefund } from "./retry-payment-refund.ts";
import { readUnsettled, type Unsettled } from "./store.ts";
import * as contract from "./contract.ts";

/** Rows per list. */
const LISTED = 100;

/** Payments that need an admin, and what admins can do about them. */
export function refundRoutes(app: FastifyInstance, shop: Shop, providers: Providers): void {
  const { database } = shop;

  serve(app, shop, contract.unsettledPayments, async () => {
    const [unsettled, owed, differences] = await Promise.all([
      readUnsettled(database.db, LISTED),
      readOwedOrders(database.db, LISTED),
      readUnsettledDifferences(database.db, LISTED),
    ]);
    const ids = [...unsettled, ...differences.map(({ attempt }) => attempt)].map(orderIdOf);
    const orders = await readNumbersAndStatuses(database.db, ids);
    return {
      data: [
        ...unsettled.map((payment) => toUnsettled(payment, orders.get(orderIdOf(payment)))),
        ...differences.map(({ attempt, difference }) => toUnsettledDifference(attempt, difference, orders.get(orderIdOf(attempt)))),
      ],
      owed: owed.map(({ id, number, userName, method, cents, cancelledAt, cause }) => ({
        _id: id,
        orderId: number,
        userName,
        metodoDePago: method,
        amount: toDollars(cents),
        cancelledAt: cancelledAt.toISOString(),
        cause,
      })),
    };
  });

  serve(
    app,
    shop,
    contract.retryPaymentRefund,
    async ({ visitor, ahead }) => {
      try {
        await retryPaymentRefund(shop, providers, await staffActor(shop, visitor), ahead);
      } catch (error) {
        if (error instanceof Unanswered) throw refuse.unavailable(t("The payment provider didn't answer. Try again in a minute."));
        throw error;
      }
      return { message: t("The refund was started again") };
    },
    { aheadOf: ({ _id }: { _id: string }) => readRetried(shop, _id) },
  );

  serve(app, shop, quoteRefund, async ({ input, visitor }) => {
    const { byProvider, byHand } = await quoteSplit(database.db, await findReadable(shop, input.orderId, visitor));
    return { data: { byProvider: toDollars(byProvider), byHand: toDollars(byHand) } };
  });

  serve(app, shop, contract.refundByHand, async ({ input, visitor }) => {
    // A deleted order's money is still owed.
    await refundByHand(database, await staffActor(shop, visitor), idOf(input.orderId), input.how);
    return { message: t("Marked as refunded") };
  });
}

/** A difference that did not settle; it is retried by its own id. */
function toUnsettledDifference(
  attempt: Attempt,
  { id, cents, status, reason }: Difference,
  order: NumberAndStatus | undefined,
): contract.UnsettledPayment {
  const refund = {
    status,
    reason: noteInWords(reason) || t("The order became cheaper"),
    amount: toDollars(cents),
    mayRetry: status === "FAILED",
  };
  return { ...toUnsettled({ ...attempt, refund: null }, order), _id: id, refund };
}

function toUnsettled(payment: Unsettled, order: NumberAndStatus | undefined): contract.UnsettledPayment {
  const { id, userId, providerRef, chargeRef, status, totalCents, createdAt, note, refund } = payment;
  return {
    _id: id,
    userId,
    provider: wayOf(payment),
    orderNumber: order?.number ?? "",
    orderId: providerRef ?? "",
    chargeId: chargeRef ?? "",
    status,
    totalAmt: toDollars(totalCents),
    createdAt: createdAt.toISOString(),
    note: noteInWords(note),
    refund: refund && {
      status: refund.status,
      reason: noteInWords(refund.reason),
      amount: toDollars(refund.cents),
      mayRetry: refund.status === "FAILED" && (order?.status === "CANCELLED" || status === "REFUNDING"),
    },
  };
}
