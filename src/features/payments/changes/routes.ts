import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { toCents, toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { currentTerms } from "../../delivery/current-plan.ts";
import type { Trust } from "../../orders/check-unpaid.ts";
import { orderLimits } from "../../orders/limits.ts";
import { readTimeline } from "../../orders/order-events.ts";
import { orderReply } from "../../orders/order-reply.ts";
import { orderedItems } from "../../orders/rules.ts";
import { findOrder, readOrder } from "../../orders/store.ts";
import { changeOrder } from "./change-order.ts";
import * as contract from "./contract.ts";
import { planChange, type Plan, type Wanted } from "./plan-change.ts";

interface Call {
  input: Parameters<typeof wantedOf>[0] & { orderId: string };
  visitor: Visitor;
}

/** Orders changed by their shoppers. */
export function changeRoutes(app: FastifyInstance, shop: Shop): void {
  const { database } = shop;
  const limits = orderLimits(shop);

  const trustOf = ({ isConfirmed }: Visitor): Trust => {
    if (!shop.config.rateLimit) return "unlimited";
    return isConfirmed ? "confirmed" : "unconfirmed";
  };
  /** What a call asks of the shopper's own order. @throws Refusal 400, 404 */
  const read = async ({ input, visitor }: Call) => {
    const wanted = wantedOf(input);
    const [found, terms, { timeZone }] = await Promise.all([findOrder(database.db, input.orderId), currentTerms(shop), shop.identity()]);
    if (found?.userId !== visitor.userId) throw refuse.notFound(t("Order not found"));
    return { orderId: found.id, wanted, asking: { userId: visitor.userId, terms, timeZone } };
  };

  serve(app, shop, contract.quoteChange, async ({ input, visitor }) => {
    const { orderId, wanted, asking } = await read({ input, visitor });
    const trust = trustOf(visitor);
    return { data: await database.transact(async (tx) => quoteReply(await planChange(tx, orderId, { ...asking, trust }, wanted))) };
  });

  serve(app, shop, contract.changeOrder, async ({ input, visitor, http }) => {
    const { orderId: id, wanted, asking } = await read({ input, visitor });
    const expectedCents = input.expectedTotal === undefined ? undefined : toCents(input.expectedTotal);
    const { userId, isConfirmed } = visitor;
    await limits.counted(http, { userId, isConfirmed, items: wanted.items }, "now", (trust) =>
      database.transact((tx, invalidate) => changeOrder(tx, invalidate, id, { ...asking, trust }, { ...wanted, expectedCents })),
    );
    const order = await readOrder(database.db, id);
    if (!order) throw new Error("An order vanished");
    return { data: { ...orderReply(order), timeline: await readTimeline(database.db, id, "USER") }, message: t("Your order was changed") };
  });
}

/** @throws Refusal 400 for too many pieces of a product */
function wantedOf({
  list_items,
  addressId,
  delivery,
}: {
  list_items: readonly { productId: string; quantity: number }[];
  addressId?: string | undefined;
  delivery?: Wanted["delivery"];
}): Wanted {
  const ordered = orderedItems(list_items);
  if (!ordered.ok) throw refuse.badInput(ordered.reason);
  return { items: ordered.items, addressId, delivery };
}

function quoteReply({ order, lines, couponLost, sums, settlement }: Plan): contract.ChangeQuote {
  return {
    lines: lines.map(({ productId, name, quantity, paidCents }) => ({ productId, name, quantity, price: toDollars(paidCents) })),
    itemsAmt: toDollars(sums.itemsCents),
    couponAmt: toDollars(sums.couponCents),
    couponLost,
    deliveryFee: toDollars(sums.deliveryFeeCents),
    totalAmt: toDollars(sums.totalCents),
    totalWas: toDollars(order.totalCents),
    settlement,
  };
}
