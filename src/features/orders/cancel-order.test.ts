import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { inLanguage } from "#server/http/request-language.ts";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf } from "../../../tests/support/paying-shop.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { changeStatus, lockToMove } from "./change-status.ts";
import { declineCancel, listAllOrders, updateOrderStatus } from "./admin/contract.ts";
import { cancelOrder, cashOnDelivery, getOrder, listOrders, ORDER_STATUSES, type Order, type OrderStatus } from "./contract.ts";
import type { OrderEvent } from "./timeline/contract.ts";
import { mayBecome, NEXT, stockMoveOf } from "./rules.ts";
import { idOf } from "./store.ts";

const shop = await openPayingShop();
const { call, sandbox } = shop;
const { database } = shop.shop;

async function newShopper() {
  const { user, token } = await signUp(shop);
  const addressId = await addAddress(shop, user._id);
  return {
    user,
    token,
    /** Places a cash order. @returns the number */
    order: async (productId: string, quantity = 1): Promise<string> =>
      (await call(cashOnDelivery, { list_items: [{ productId, quantity }], addressId }, { token })).body.data.orderId,
    cancel: (orderId: string) => call(cancelOrder, { orderId }, { token }),
    details: async (orderId: string) => (await call(getOrder, { orderId }, { token })).body.data,
  };
}

/** A shopper with an order paid by PayPal. */
async function newPaidOrder(productId: string, quantity = 1) {
  const payer = await newPayer(shop);
  const { body } = await payer.confirm(await payer.approve({ [productId]: quantity }));
  return { ...payer, number: body.data.orderId as string };
}

const kinds = (timeline: OrderEvent[]) => timeline.map(({ kind }) => kind);
const setStatus = (number: string, status: OrderStatus, who: Parameters<typeof changeStatus>[2]["who"] = { adminId: "boss" }) =>
  database.transact(async (transaction) => {
    const { tx } = transaction;
    const found = await lockToMove(tx, idOf(number), status);
    await changeStatus(transaction, found, { who });
  });

describe("a cash order", () => {
  test("returns its goods once when canceled, with an email and an entry in its history", async () => {
    const figs = await addProduct(shop, { name: "Figs", price: 2, stock: 10 });
    const ana = await newShopper();
    const number = await ana.order(figs, 4);
    expect(await piecesOf(shop, figs)).toEqual({ stock: 6, sold: 4, reserved: 0 });

    const cancelled = await ana.cancel(number);
    expect(cancelled).toMatchObject({
      status: 200,
      body: { message: "Your order was canceled", data: { orderId: number, status: "CANCELLED", payment_status: "CASH ON DELIVERY" } },
    });
    expect(await piecesOf(shop, figs)).toEqual({ stock: 10, sold: 0, reserved: 0 });
    expect(cancelled.body.data.timeline).toMatchObject([
      { kind: "PLACED", who: "shopper", before: "", after: "PENDING" },
      { kind: "CANCELLED", who: "shopper", before: "PENDING", after: "CANCELLED" },
    ]);
    const [email, ...others] = await shop.emailsTo(ana.user.email);
    expect(email?.subject).toBe(`Your order ${number} was canceled`);
    expect(email?.text).toContain("There is nothing to pay.");
    expect(others).toHaveLength(1);
  });

  test("canceling again changes nothing, even eight times concurrently, by number or by id", async () => {
    const figs = await addProduct(shop, { stock: 10 });
    const ana = await newShopper();
    const number = await ana.order(figs, 3);
    const { _id } = await ana.details(number);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => ana.cancel([number, _id, number.toLowerCase()][n % 3] as string)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await piecesOf(shop, figs)).toEqual({ stock: 10, sold: 0, reserved: 0 });
    expect(kinds((await ana.details(number)).timeline)).toEqual(["PLACED", "CANCELLED"]);
    expect(await shop.emailsTo(ana.user.email)).toHaveLength(2);
  });

  test("someone else's order or an unknown one is not found; an invalid number is refused", async () => {
    const figs = await addProduct(shop, { stock: 10 });
    const [ana, berta] = [await newShopper(), await newShopper()];
    const number = await ana.order(figs);
    for (const endpoint of [cancelOrder, getOrder]) {
      expect((await call(endpoint, { orderId: number }, { token: berta.token })).status).toBe(404);
      expect((await call(endpoint, { orderId: number })).status).toBe(401);
      expect((await call(endpoint, { orderId: "0".repeat(12) }, { token: ana.token })).status).toBe(404);
      expect((await call(endpoint, { orderId: "mine" }, { token: ana.token })).status).toBe(400);
    }
    expect((await ana.details(number)).status).toBe("PENDING");
    expect((await piecesOf(shop, figs)).stock).toBe(9);
  });

  test("STAT-2 cannot be canceled by the shopper 24 hours after being sent", async () => {
    const figs = await addProduct(shop, { stock: 10 });
    const ana = await newShopper();
    const number = await ana.order(figs);
    await setStatus(number, "SHIPPED");
    await database.db.execute(sql`update customer_order set created_at = now() - interval '24 hours 1 second' where number = ${number}`);
    expect(await ana.cancel(number)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/already sent/) } });
    expect((await piecesOf(shop, figs)).stock).toBe(9);
    expect(await ana.details(number)).toMatchObject({ status: "SHIPPED", cancelRequestedAt: null });
  });
});

async function newRequest(status: OrderStatus = "SHIPPED") {
  const figs = await addProduct(shop, { stock: 10 });
  const ana = await newShopper();
  const number = await ana.order(figs, 2);
  await setStatus(number, status);
  return { figs, ana, number, answer: await ana.cancel(number) };
}
const subjects = async (email: string) => (await shop.emailsTo(email)).map(({ subject }) => subject);

describe("STAT-2 a cancellation within 24 hours of an order that was already sent", () => {
  test.each(["SHIPPED", "DELIVERED", "COMPLETED"] as const)(
    "is a request if the order is %s, once however often it is sent",
    async (status) => {
      const { figs, ana, number, answer } = await newRequest(status);
      expect(answer).toMatchObject({ status: 200, body: { message: "We got your request to cancel this order", data: { status } } });
      expect(answer.body.data.cancelRequestedAt).toEqual(expect.any(String));
      expect((await ana.cancel(number)).status).toBe(200);
      expect(kinds((await ana.details(number)).timeline)).toEqual(["PLACED", "STATUS", "CANCEL REQUESTED"]);
      expect((await piecesOf(shop, figs)).stock).toBe(8);
      expect((await subjects(ana.user.email)).filter((subject) => subject === `Your request to cancel order ${number}`)).toHaveLength(1);
    },
  );

  test("is listed for admins, and can be accepted", async () => {
    const { figs, ana, number } = await newRequest();
    const { token } = await makeAdmin(shop);
    const listed = async () => {
      const { body } = await call(listAllOrders, { cancelRequested: "yes" }, { token });
      return (body.data as Order[]).some(({ orderId }) => orderId === number);
    };
    expect(await listed()).toBe(true);
    const { body } = await call(updateOrderStatus, { orderId: number, status: "CANCELLED", statusWas: "SHIPPED" }, { token });
    expect(body.data).toMatchObject({ status: "CANCELLED", cancelRequestedAt: null });
    expect(await listed()).toBe(false);
    expect((await piecesOf(shop, figs)).stock).toBe(10);
    expect(await subjects(ana.user.email)).toContain(`Your order ${number} was canceled`);
  });

  test("can be declined, and then not requested again", async () => {
    const { figs, ana, number } = await newRequest();
    const { token } = await makeAdmin(shop);
    const decline = (as = token) => call(declineCancel, { orderId: number }, { token: as });
    expect((await decline(ana.token)).status).toBe(403);
    expect(await decline()).toMatchObject({ status: 200, body: { data: { status: "SHIPPED", cancelRequestedAt: null } } });
    expect((await decline()).status).toBe(409);
    expect(kinds((await ana.details(number)).timeline).at(-1)).toBe("CANCEL DECLINED");
    expect(await subjects(ana.user.email)).toContain(`Your order ${number} is still on its way`);
    expect((await ana.cancel(number)).status).toBe(409);
    expect((await piecesOf(shop, figs)).stock).toBe(8);
  });
});

describe("a paid order", () => {
  test("is refunded once when canceled, with everything recorded", async () => {
    const figs = await addProduct(shop, { price: 4, stock: 5 });
    const ana = await newPaidOrder(figs, 2);
    const { token } = ana;
    const details = async () => (await call(getOrder, { orderId: ana.number }, { token })).body.data;
    expect(kinds((await details()).timeline)).toEqual(["PLACED", "PAID"]);
    const both = await Promise.all([0, 1].map(() => call(cancelOrder, { orderId: ana.number }, { token })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await details()).toMatchObject({ status: "CANCELLED", payment_status: "PAID" });
    await shop.doJobs();
    await shop.doJobs();
    const after = await details();
    expect(after).toMatchObject({ status: "CANCELLED", payment_status: "REFUNDED" });
    expect(kinds(after.timeline)).toEqual(["PLACED", "PAID", "CANCELLED", "REFUND REQUESTED", "REFUND DONE"]);
    expect(after.timeline.at(-1)).toMatchObject({ who: "shop", before: "PAID", after: "REFUNDED" });
    expect(await piecesOf(shop, figs)).toEqual({ stock: 5, sold: 0, reserved: 0 });
    const subjects = (await shop.emailsTo(ana.user.email)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(3);
    expect(new Set(subjects)).toEqual(
      new Set([`Your order ${ana.number}`, `Your order ${ana.number} was canceled`, `Your refund for order ${ana.number}`]),
    );
    expect((await call(cancelOrder, { orderId: ana.number }, { token })).status).toBe(200);
    await shop.doJobs();
    expect(kinds((await details()).timeline)).toHaveLength(5);
    const { rows } = await database.db.execute(sql`select cents, status from payment_refund where attempt_id = ${after._id}`);
    expect(rows).toEqual([{ cents: 800, status: "DONE" }]);
  });

  test("is canceled even if the provider does not answer, and refunded later, once however often it is asked", async () => {
    const figs = await addProduct(shop, { stock: 5 });
    const { token, number } = await newPaidOrder(figs);
    await sandbox.fault("paypal", { operation: "refund", effect: "cut-after", times: 3 });
    expect((await call(cancelOrder, { orderId: number }, { token })).status).toBe(200);
    await shop.doJobs();
    expect((await call(cancelOrder, { orderId: number }, { token })).body.data).toMatchObject({ payment_status: "PAID" });
    await sandbox.clearFaults();
    await shop.doJobs("early");
    const { payment_status, timeline } = (await call(getOrder, { orderId: number }, { token })).body.data;
    expect(payment_status).toBe("REFUNDED");
    expect(kinds(timeline).filter((kind) => kind === "REFUND DONE")).toHaveLength(1);
    expect((await piecesOf(shop, figs)).stock).toBe(5);
  });

  test("is shown as canceled and refunded in My Orders, without its history", async () => {
    const figs = await addProduct(shop, { stock: 5 });
    const { token, number } = await newPaidOrder(figs);
    await call(cancelOrder, { orderId: number }, { token });
    await shop.doJobs();
    const [order] = (await call(listOrders, {}, { token })).body.data;
    expect(order).toMatchObject({ status: "CANCELLED", payment_status: "REFUNDED" });
    expect(order).not.toHaveProperty("timeline");
  });
});

describe("order statuses", () => {
  test("every status is reachable from PENDING and can be changed back by an admin; shoppers can only cancel what was not sent", () => {
    for (const to of ORDER_STATUSES.filter((status) => status !== "PENDING")) {
      expect([mayBecome("PENDING", to, "admin"), mayBecome(to, "PENDING", "admin")]).toEqual([true, true]);
    }
    const byShoppers = ORDER_STATUSES.flatMap((from) => NEXT[from].shopper.map((to) => [from, to]));
    expect(byShoppers).toEqual([["PENDING", "CANCELLED"]]);
  });

  test("goods move only to and from CANCELLED", () => {
    for (const from of ORDER_STATUSES) {
      for (const to of ORDER_STATUSES) {
        const moves = from === to ? null : to === "CANCELLED" ? "takeBack" : from === "CANCELLED" ? "sell" : null;
        expect(stockMoveOf(from, to)).toBe(moves);
      }
    }
  });

  test("a refunded order that is reopened has to be paid again", async () => {
    const figs = await addProduct(shop, { price: 2, stock: 10 });
    const ana = await newPaidOrder(figs);
    await setStatus(ana.number, "CANCELLED");
    await shop.doJobs();
    await setStatus(ana.number, "PENDING");
    const { body } = await call(getOrder, { orderId: ana.number }, { token: ana.token });
    expect(body.data).toMatchObject({ status: "PENDING", payment_status: "PENDING" });
    expect(body.data.timeline.at(-1)).toMatchObject({ kind: "PAYMENT STATUS", before: "REFUNDED", after: "PENDING" });
  });

  test("leaving CANCELLED takes the goods again, or is refused if they are gone", async () => {
    const figs = await addProduct(shop, { nameEs: "Higos", stock: 3 });
    const [ana, berta] = [await newShopper(), await newShopper()];
    const number = await ana.order(figs, 2);
    await ana.cancel(number);
    await setStatus(number, "SHIPPED");
    expect(await piecesOf(shop, figs)).toEqual({ stock: 1, sold: 2, reserved: 0 });
    await setStatus(number, "CANCELLED");
    await berta.order(figs, 2);
    await expect(setStatus(number, "PENDING")).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^This order stays canceled: Only 1 of .* left\. Add stock first/),
    });
    await expect(inLanguage("es", () => setStatus(number, "PENDING"))).rejects.toThrow(/Higos/);
    expect(await piecesOf(shop, figs)).toEqual({ stock: 1, sold: 2, reserved: 0 });
    expect((await ana.details(number)).status).toBe("CANCELLED");
  });

  test("shoppers do not see which admin changed their order", async () => {
    const figs = await addProduct(shop, { stock: 3 });
    const ana = await newShopper();
    const number = await ana.order(figs);
    await setStatus(number, "SHIPPED");
    expect((await ana.details(number)).timeline.at(-1)).toMatchObject({ kind: "STATUS", who: "shop", before: "PENDING", after: "SHIPPED" });
    await database.db.execute(sql`update user_account set role = 'ADMIN' where id = ${ana.user._id}`);
    expect((await ana.details(number)).timeline.at(-1)).toMatchObject({ who: "boss" });
  });
});
