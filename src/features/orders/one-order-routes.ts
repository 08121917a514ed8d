import type { FastifyInstance } from "fastify";
import type { Db } from "#server/db/connect.ts";
import { awaitedLater } from "#server/awaited-later.ts";
import { serve, serveDocument } from "#server/http/serve.ts";
import { toDollars } from "#shared/money.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { t } from "#words/t.ts";
import { requestKey } from "../idempotency/idempotency-key.ts";
import { filledMessage } from "../cart/words.ts";
import { buyOrderAgain, type BoughtAgainOutcome } from "./bought/buy-order-again.ts";
import { cancelByShopper } from "./cancel-by-shopper.ts";
import * as contract from "./contract.ts";
import { findReadable, seesAllOrders } from "./find-readable.ts";
import { orderLimits } from "./limits/limits.ts";
import { readTimeline } from "./timeline/order-events.ts";
import { orderReply } from "./order-reply.ts";
import { idOf, readExisting } from "./store.ts";

/** Reading, canceling and re-buying one order, and its invoice (ORD-5). */
export function oneOrderRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const limits = orderLimits(shop);

  const detailsOf = async (orderId: string, visitor: Visitor, tx: Db = db): Promise<contract.OrderDetails> => {
    const reader = seesAllOrders(shop, visitor) ? "ADMIN" : "USER";
    const [order, timeline] = await Promise.all([readExisting(tx, orderId), readTimeline(tx, orderId, reader)]);
    return { ...orderReply(order), timeline };
  };
  serve(app, shop, contract.getOrder, async ({ input, visitor }) => ({
    data: await detailsOf(await findReadable(shop, input.orderId, visitor), visitor),
  }));

  serve(app, shop, contract.cancelOrder, async ({ input, visitor }) => {
    const { outcome, details } = await shop.database.transact(async (transaction) => {
      const { tx, withCommit } = transaction;
      const theirs = idOf(input.orderId, visitor.userId);
      const { orderId, outcome } = await cancelByShopper(transaction, theirs);
      return withCommit(detailsOf(orderId, visitor, tx).then((details) => ({ outcome, details })));
    });
    return { data: details, message: CANCEL_MESSAGES[outcome]() };
  });

  serve(app, shop, contract.buyOrderAgain, async ({ input, visitor, http }) => {
    const key = http ? requestKey(http.request.headers, contract.buyOrderAgain.path, input) : undefined;
    const allowed = awaitedLater(limits.countBoughtAgain(visitor.userId));
    const data = boughtAgainReply(await buyOrderAgain(shop.database, visitor, input.orderId, key, allowed));
    return { data, message: filledMessage(data) };
  });

  serveDocument(app, shop, contract.orderInvoice, async ({ input, visitor, http }) => {
    const orderId = await findReadable(shop, input.orderId, visitor);
    const [order] = await Promise.all([readExisting(db, orderId), limits.countInvoice(http?.request.ip ?? "", visitor.userId)]);
    // Loaded for the first invoice, because it makes every start longer.
    const { makeInvoice } = await import("./invoice/make-invoice.ts");
    return { name: t("invoice-{number}.pdf", { number: order.number }), bytes: makeInvoice(order, await shop.identity()) };
  });
}

const CANCEL_MESSAGES = {
  canceled: () => t("Your order was canceled"),
  requested: () => t("We got your request to cancel this order"),
} as const;

function boughtAgainReply({ dearer, ...outcome }: BoughtAgainOutcome): contract.BoughtAgain {
  return {
    ...outcome,
    dearer: dearer.map(({ beforeCents, nowCents, isPerKilo, ...product }) => ({
      ...product,
      ...(isPerKilo && { per: "kg" as const }),
      before: toDollars(beforeCents),
      now: toDollars(nowCents),
    })),
  };
}
