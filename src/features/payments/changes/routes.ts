import type { FastifyInstance } from "fastify";
import { refuse } from "#server/http/errors.ts";
import { serve, WAITS_FOR_PROVIDER } from "#server/http/serve.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { toCents, toDollars } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { currentTerms } from "../../delivery/current-plan.ts";
import type { Trust } from "../../orders/check-unpaid.ts";
import type { MissingChoice } from "../../orders/contract.ts";
import { orderLimits } from "../../orders/limits.ts";
import { readTimeline } from "../../orders/timeline/order-events.ts";
import { orderReply } from "../../orders/order-reply.ts";
import { orderedItems } from "../../orders/rules.ts";
import { staffActor } from "../../orders/refund-limit.ts";
import { findOrder, readOrder } from "../../orders/store.ts";
import { requestKey } from "../../orders/idempotency/idempotency-key.ts";
import type { OnlineWay } from "../contract.ts";
import { startedReply } from "../payment-reply.ts";
import type { Providers } from "../provider.ts";
import { isPayable, payChange, payingOf } from "./pay-change.ts";
import { changeDelivery, changeOrder, NOTHING } from "./change-order.ts";
import * as contract from "./contract.ts";
import type { Item } from "../../stock/rules.ts";
import { planChange, type Plan, type Wanted } from "./plan-change.ts";

interface Call {
  input: Parameters<typeof wantedOf>[0] & { orderId: string };
  visitor: Visitor;
}

/** Orders changed by their shoppers. */
export function changeRoutes(app: FastifyInstance, shop: Shop, providers: Providers): void {
  const { database } = shop;
  const limits = orderLimits(shop);

  /** What a call asks of the shopper's own order. @throws Refusal 400, 404 */
  const read = async ({ input, visitor }: Call) => {
    const wanted = wantedOf(input);
    const [found, terms, { timeZone }] = await Promise.all([findOrder(database.db, input.orderId), currentTerms(shop), shop.identity()]);
    if (found?.userId !== visitor.userId) throw refuse.notFound(t("Order not found"));
    return { orderId: found.id, wanted, asking: { userId: visitor.userId, terms, timeZone } };
  };

  serve(app, shop, contract.quoteChange, async ({ input, visitor }) => {
    const { orderId, wanted, asking } = await read({ input, visitor });
    const [trust, paying] = [limits.trustOf(visitor.isConfirmed), await payingOf(shop, providers, orderId)];
    const data = await database.transact(async (tx) => {
      const plan = await planChange(tx, orderId, { ...asking, trust }, wanted);
      return quoteReply(plan, (await isPayable(tx, plan, paying)) ? paying?.way : undefined);
    });
    return { data };
  });

  serve(
    app,
    shop,
    contract.payChange,
    async ({ input, visitor, http }) => {
      const { orderId, wanted, asking } = await read({ input, visitor });
      const paying = await payingOf(shop, providers, orderId);
      const { userId, isConfirmed } = visitor;
      const key = http ? requestKey(http.request.headers, contract.payChange.path, input) : undefined;
      const request = { ...wanted, key, expectedCents: input.expectedTotal === undefined ? undefined : toCents(input.expectedTotal) };
      const pay = (trust: Trust) => payChange(shop, paying, orderId, { ...asking, trust }, request);
      const pieces = { userId, isConfirmed, items: wanted.items, delivery: wanted.delivery };
      return { data: await startedReply(shop, await limits.counted(http, pieces, "now", pay)) };
    },
    WAITS_FOR_PROVIDER,
  );

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

  /** What a manager's call asks of an order. @throws Refusal 404 */
  const readForStaff = async (ref: string, visitor: Visitor) => {
    const found = await findOrder(database.db, ref);
    if (!found || found.deletedAt) throw refuse.notFound(t("Order not found"));
    const [terms, { timeZone }, staff] = await Promise.all([currentTerms(shop), shop.identity(), staffActor(shop, visitor)]);
    return { orderId: found.id, asking: { userId: found.userId, staff, trust: "unlimited", terms, timeZone } as const };
  };

  serve(app, shop, contract.quoteDelivery, async ({ input: { orderId: ref, delivery }, visitor }) => {
    const { orderId, asking } = await readForStaff(ref, visitor);
    return { data: await database.transact(async (tx) => quoteReply(await planChange(tx, orderId, asking, { ...NOTHING, delivery }))) };
  });

  serve(app, shop, contract.changeDelivery, async ({ input: { orderId: ref, delivery }, visitor }) => {
    const { orderId, asking } = await readForStaff(ref, visitor);
    await database.transact((tx, invalidate) => changeDelivery(tx, invalidate, orderId, asking, delivery));
    return { message: t("Order updated successfully") };
  });
}

/** @throws Refusal 400 for too many pieces of a product */
function wantedOf({
  list_items,
  addressId,
  delivery,
}: {
  list_items: readonly { productId: string; quantity: number; ifMissing?: MissingChoice | undefined }[];
  addressId?: string | undefined;
  delivery?: Wanted["delivery"];
}): Wanted & { items: readonly Item[] } {
  const ordered = orderedItems(list_items);
  if (!ordered.ok) throw refuse.badInput(ordered.reason);
  const wishes = new Map(list_items.flatMap(({ productId, ifMissing }) => (ifMissing ? [[productId, ifMissing] as const] : [])));
  return { items: ordered.items, wishes, addressId, delivery };
}

/** @param way how the difference can be paid, if it can be */
function quoteReply({ order, lines, couponLost, sums, settlement }: Plan, way?: OnlineWay): contract.ChangeQuote {
  return {
    lines: lines.map(({ productId, name, quantity, paidCents }) => ({ productId, name, quantity, price: toDollars(paidCents) })),
    itemsAmt: toDollars(sums.itemsCents),
    couponAmt: toDollars(sums.couponCents),
    couponLost,
    deliveryFee: toDollars(sums.deliveryFeeCents),
    totalAmt: toDollars(sums.totalCents),
    totalWas: toDollars(order.totalCents),
    settlement: way ? "pay now" : settlement,
    ...(way && { payWith: way }),
  };
}
