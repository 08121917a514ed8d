import type { FastifyInstance } from "fastify";
import { awaitedLater } from "#server/awaited-later.ts";
import { refuse } from "#server/http/errors.ts";
import { RateLimit } from "#server/limits/rate-limit.ts";
import { serve, WAITS_FOR_PROVIDER } from "#server/http/serve.ts";
import type { Shop, Visitor } from "#server/shop.ts";
import { toCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
import { currentTerms } from "../../delivery/current-plan.ts";
import type { Trust } from "../../orders/limits/check-unpaid.ts";
import type { MissingChoice } from "../../orders/contract.ts";
import { orderLimits } from "../../orders/limits/limits.ts";
import { readTimeline } from "../../orders/timeline/order-events.ts";
import { orderReply } from "../../orders/order-reply.ts";
import { orderedItems } from "../../orders/rules.ts";
import { staffActor } from "../../orders/limits/refund-limit.ts";
import { idOf, readExisting } from "../../orders/store.ts";
import { requestKey } from "../../idempotency/idempotency-key.ts";
import { startedReply } from "../payment-reply.ts";
import type { Providers } from "../providers/provider.ts";
import { quoteReply, orTotalChanged } from "./change-reply.ts";
import { isPayable, payChange, payingOf } from "./pay-change.ts";
import { changeDelivery, changeOrder, planDelivery } from "./change-order.ts";
import * as contract from "./contract.ts";
import type { Item } from "../../stock/rules.ts";
import { lockChange } from "./lock-change.ts";
import { planOrderChange, type ChangeRequest } from "./plan-change.ts";

interface Call {
  input: Parameters<typeof wantedOf>[0] & { orderId: string };
  visitor: Visitor;
}

/** Orders changed by their shoppers. */
export function changeRoutes(app: FastifyInstance, shop: Shop, providers: Providers): void {
  const { database } = shop;
  const limits = orderLimits(shop);
  // Each locks what the shopper's orders lock.
  const quotes = new RateLimit(shop, { name: "quotes-account", tries: 600, seconds: 600 });

  /** What a call asks of the shopper's own order. @throws Refusal 400 */
  const read = async ({ input, visitor: shopper }: Call) => {
    const wanted = wantedOf(input);
    const [terms, { timeZone }] = await Promise.all([currentTerms(shop), shop.identity()]);
    return { theirs: idOf(input.orderId, shopper.userId), wanted, asking: { shopper, terms, timeZone } };
  };

  serve(app, shop, contract.quoteChange, async ({ input, visitor }) => {
    const allowed = awaitedLater(quotes.count(visitor.userId));
    const { theirs, wanted, asking: asked } = await read({ input, visitor });
    const asking = { ...asked, trust: limits.trustOf(visitor.isConfirmed) };
    const plan = await database.transact(async ({ tx }) => {
      const [found] = await Promise.all([lockChange(tx, theirs, asking, wanted), allowed]);
      return planOrderChange(found, asking, wanted);
    });
    const paying = await payingOf(shop, providers, plan.held[0]?.payment);
    return { data: quoteReply(plan, isPayable(plan, paying) ? paying.way : undefined) };
  });

  serve(
    app,
    shop,
    contract.payChange,
    async ({ input, visitor, http }) => {
      const { theirs, wanted, asking } = await read({ input, visitor });
      const { userId, isConfirmed } = visitor;
      const key = http ? requestKey(http.request.headers, contract.payChange.path, input) : undefined;
      const request = { ...wanted, key, expectedCents: input.expectedTotal === undefined ? undefined : toCents(input.expectedTotal) };
      const pay = async (trust: Trust, allowed: Promise<void>) => {
        await allowed;
        return orTotalChanged(() => payChange(shop, providers, theirs, { ...asking, trust }, request));
      };
      const pieces = { userId, isConfirmed, items: wanted.items, delivery: wanted.delivery };
      return { data: await startedReply(shop, await limits.counted(http, pieces, "now", pay)) };
    },
    WAITS_FOR_PROVIDER,
  );

  serve(app, shop, contract.changeOrder, async ({ input, visitor, http }) => {
    const { theirs, wanted, asking } = await read({ input, visitor });
    const request = { ...wanted, expectedCents: input.expectedTotal === undefined ? undefined : toCents(input.expectedTotal) };
    const { userId, isConfirmed } = visitor;
    const change = (trust: Trust, allowed: Promise<void>) =>
      database.transact(async (transaction) => {
        const { tx, withCommit } = transaction;
        const id = await changeOrder(transaction, theirs, { ...asking, trust }, request, allowed);
        return withCommit(Promise.all([readExisting(tx, id), readTimeline(tx, id, "USER")]));
      });
    const pieces = { userId, isConfirmed, items: wanted.items };
    const [order, timeline] = await limits.counted(http, pieces, "now", (...limited) => orTotalChanged(() => change(...limited)));
    return { data: { ...orderReply(order), timeline }, message: t("Your order was changed") };
  });

  /** For a manager's call. */
  const askingFor = async (visitor: Visitor) => {
    const [terms, { timeZone }, staff] = await Promise.all([currentTerms(shop), shop.identity(), staffActor(shop, visitor)]);
    return { staff, trust: "unlimited", terms, timeZone } as const;
  };

  serve(app, shop, contract.quoteDelivery, async ({ input: { orderId, delivery }, visitor }) => {
    const asking = await askingFor(visitor);
    return { data: quoteReply(await database.transact(({ tx }) => planDelivery(tx, idOf(orderId), asking, delivery))) };
  });

  serve(app, shop, contract.changeDelivery, async ({ input: { orderId, delivery }, visitor }) => {
    const asking = await askingFor(visitor);
    await database.transact((transaction) => changeDelivery(transaction, idOf(orderId), asking, delivery));
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
  delivery?: ChangeRequest["delivery"];
}): ChangeRequest & { items: readonly Item[] } {
  const ordered = orderedItems(list_items);
  if (!ordered.ok) throw refuse.badInput(ordered.reason);
  const wishes = new Map(list_items.flatMap(({ productId, ifMissing }) => (ifMissing ? [[productId, ifMissing] as const] : [])));
  return { items: ordered.items, wishes, addressId, delivery };
}
