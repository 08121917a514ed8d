import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { OrderDetails } from "#features/orders/contract.ts";
import { jobs } from "#features/payments/jobs.ts";
import { readAttempt } from "#features/payments/store.ts";
import { markPicked, packOrder, pickList, type PickLine, type PickMark } from "#features/pick/contract.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import type { Language } from "#words/language.ts";
import { changingShop, type Items } from "./changing-shop.ts";
import { addProduct } from "./goods.ts";
import type { Payer, PayingShop } from "./paying-shop.ts";
import { makeAdmin } from "./sign-up.ts";

/** A mark for one piece that was found, with so many of another product. */
export const replacement = (productId: string, quantity: number) => ({ found: 1, noneLeft: false, replacement: { productId, quantity } });

export const kindsOf = ({ timeline }: OrderDetails) => timeline.map(({ kind }) => kind);

/** A shop with a picker, and orders that can be picked. */
export async function pickingShop(shop: PayingShop) {
  const { call } = shop;
  const { db } = shop.shop.database;
  const { token, user } = await makeAdmin(shop, { name: "Pia Picker" });
  await db.execute(sql`update user_account set role = 'PICKER' where id = ${user._id}`);
  const ordering = changingShop(shop);

  /** What can be done with an order, by its shopper and the picker. */
  async function orderOf(payer: Payer, orderId: string) {
    const order = ordering.orderOf(payer, orderId);
    const { _id } = await order.details();
    const list = async () => (await call(pickList, { orderIds: orderId }, { token })).body.data;
    const mark = (line: { position: number; productId: string }, given: PickMark | null) =>
      call(markPicked, { lines: [{ orderId: _id, position: line.position, productId: line.productId, mark: given }] }, { token });
    const lines = async (): Promise<PickLine[]> => (await list()).lines;
    return {
      ...order,
      _id,
      list,
      lines,
      mark,
      lineOf: async (productId: string) => (await lines()).find((line) => line.productId === productId)!,
      /** Marks everything that is not marked yet as found. */
      markRest: async () => {
        const open = (await lines()).filter((line) => !line.mark);
        for (const line of open) expect((await mark(line, { found: line.quantity, noneLeft: false })).status).toBe(200);
      },
      pack: (more: { bags?: number; packedAmt?: number } = {}, spoken: Language = "en") =>
        call(packOrder, { orderId, ...more }, { token, spoken }),
      emails: async () => (await shop.emailsTo(payer.user.email)).map(({ subject, text }) => ({ subject, text })),
    };
  }
  type Placing = (items: Items) => Promise<{ payer: Payer; orderId: string }>;
  const picked = (place: Placing) => async (items: Items) => {
    const { payer, orderId } = await place(items);
    return orderOf(payer, orderId);
  };
  const paidOrder = picked(ordering.paidOrder);

  return {
    /** The picker's. */
    token,
    orderOf,
    paidOrder,
    cardOrder: picked(ordering.cardOrder),
    cashOrder: (items: Items, more: Record<string, unknown> = {}, spoken?: Language) =>
      picked(() => ordering.cashOrder(items, more, spoken))(items),
    /** A missing piece of an order of two products: $4 each, three of the first. */
    shortPaid: async (place = paidOrder) => {
      const [figs, plums] = [
        await addProduct(shop, { name: "Figs", price: 4, stock: 10 }),
        await addProduct(shop, { price: 4, stock: 10 }),
      ];
      const order = await place({ [figs]: 3, [plums]: 1 });
      await order.mark(await order.lineOf(figs), { found: 2, noneLeft: true });
      await order.markRest();
      return { ...order, figs, plums };
    },
    differencesOf: async (attemptId: string) =>
      (
        await db.execute<{ cents: number; status: string }>(
          sql`select cents, status from payment_difference where attempt_id = ${attemptId}`,
        )
      ).rows,
    /** What the provider has refunded of a payment, in cents, as the shop hears of it. */
    refundedAtProvider: async (attemptId: string): Promise<number> => {
      await enqueue(db, jobs.finish, { attemptId });
      await shop.doJobs();
      return (await readAttempt(db, attemptId))!.refundedCents;
    },
  };
}
