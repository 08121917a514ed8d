import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { enqueue } from "#server/jobs/jobs.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { PASSWORD } from "../../../../tests/support/sign-up.ts";
import { newPayer, openPayingShop, piecesOf } from "../../../../tests/support/paying-shop.ts";
import { addToCart, getCart, mergeCart, updateQuantity } from "../../cart/contract.ts";
import { buyOrderAgain, listOrders, type Order } from "../../orders/contract.ts";
import { deleteAccount } from "../../security/contract.ts";
import * as contract from "../contract.ts";
import { finishPayment } from "../finish-payment.ts";
import { makeProviders } from "./providers.ts";
import { readAttemptByRef } from "../store.ts";
import { jobs } from "../jobs.ts";

const shop = await openPayingShop();
const { call, sandbox } = shop;

const ordersOf = async (token: string): Promise<Order[]> => (await call(listOrders, {}, { token })).body.data;

describe("API-27 API-28 paying with PayPal", () => {
  test("CHK-3 CHK-7 an approved payment becomes one paid order, even if confirmed twice", async () => {
    const rice = await addProduct(shop, { name: "Rice", price: 3.49, discount: 15, stock: 10 });
    const ana = await newPayer(shop);
    await call(addToCart, { productId: rice }, { token: ana.token });
    const begun = await ana.create({ [rice]: 3 }, { expectedTotal: 8.91 });
    expect(begun).toMatchObject({ status: 200, body: { success: true, approvalUrl: expect.stringContaining("checkoutnow?token=") } });
    const { orderId, approvalUrl } = begun.body;
    expect(orderId).toMatch(/^[A-Z0-9]{17}$/);
    expect(await piecesOf(shop, rice)).toEqual({ stock: 7, sold: 0, reserved: 3 });

    const early = await ana.confirm(orderId);
    expect(early).toMatchObject({ status: 422, body: { message: expect.stringMatching(/not approved yet/), data: { outcome: "unpaid" } } });
    expect(await sandbox.payer(orderId, "approve")).toContain(`/success?token=${orderId}`);
    const confirmed = await ana.confirm(orderId);
    expect(confirmed).toMatchObject({ status: 200, body: { message: "Payment confirmed and order successfully registered." } });
    expect((await ana.confirm(orderId)).body).toEqual(confirmed.body);
    const byGet = await call(contract.confirmPayPalPaymentByGet, { orderId }, { token: ana.token });
    expect(byGet).toMatchObject({ status: 200, body: confirmed.body, headers: { "cache-control": "no-store" } });

    const orders = await ordersOf(ana.token);
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({
      orderId: confirmed.body.data.orderId,
      status: "PENDING",
      payment_status: "PAID",
      metodoDePago: "PayPal",
      totalAmt: 8.91,
    });
    expect(await piecesOf(shop, rice)).toEqual({ stock: 7, sold: 3, reserved: 0 });
    expect((await call(getCart, {}, { token: ana.token })).body.data).toEqual([]);
    expect(await call(contract.getPayPalOrderDetails, { orderId }, { token: ana.token })).toMatchObject({
      body: { data: { status: "PAID", shopOrderId: orders[0]!.orderId, approvalUrl: "" } },
    });
    expect(approvalUrl).toContain(orderId);
  });

  test("PayPal names what is bought in the language of the page", async () => {
    const rice = await addProduct(shop, { name: "Brown rice", price: 3.49, stock: 10 });
    await shop.shop.database.db.execute(sql`update product set name_es = 'Arroz integral' where id = ${rice}`);
    const { token, addressId } = await newPayer(shop);
    for (const [spoken, name] of [
      ["es", "Arroz integral"],
      ["en", "Brown rice"],
    ] as const) {
      const input = { list_items: [{ productId: rice, quantity: 1 }], addressId };
      const { approvalUrl } = (await call(contract.createPayPalOrder, input, { token, spoken })).body;
      expect(await (await fetch(approvalUrl)).text()).toContain(name);
    }
  });

  test("PayPal is asked for money that arrives at once", async () => {
    const rice = await addProduct(shop);
    const ana = await newPayer(shop);
    const sent = vi.spyOn(globalThis, "fetch");
    expect((await ana.create({ [rice]: 1 })).status).toBe(200);
    const created = sent.mock.calls.find(([url]) => url === `${sandbox.paypal.baseUrl}/v2/checkout/orders`);
    sent.mockRestore();
    expect(JSON.parse(created?.[1]?.body as string)).toMatchObject({
      payment_source: { paypal: { experience_context: { payment_method_preference: "IMMEDIATE_PAYMENT_REQUIRED" } } },
    });
  });

  test("only the owner can confirm, view or cancel it", async () => {
    const rice = await addProduct(shop, { stock: 10 });
    const [ana, berta] = [await newPayer(shop), await newPayer(shop)];
    const orderId = await ana.approve({ [rice]: 1 });
    for (const endpoint of [contract.confirmPayPalPayment, contract.getPayPalOrderDetails, contract.cancelPayment]) {
      expect((await call(endpoint, { orderId }, { token: berta.token })).status).toBe(404);
      expect((await call(endpoint, { orderId })).status).toBe(401);
    }
    expect((await ana.confirm(orderId)).status).toBe(200);
  });

  test("CHK-9 canceling a payment returns its pieces immediately and charges nothing", async () => {
    const rice = await addProduct(shop, { stock: 5 });
    const ana = await newPayer(shop);
    const orderId = await ana.approve({ [rice]: 5 });
    expect((await call(contract.cancelPayment, { orderId }, { token: ana.token })).status).toBe(200);
    expect((await call(contract.cancelPayment, { orderId }, { token: ana.token })).status).toBe(200);
    expect(await piecesOf(shop, rice)).toEqual({ stock: 5, sold: 0, reserved: 0 });
    expect(await ana.confirm(orderId)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/Nothing was charged/) } });
    expect(await ordersOf(ana.token)).toEqual([]);
    expect((await ana.create({ [rice]: 5 })).status).toBe(200);
  });

  test("a new payment replaces the old one and may use its pieces", async () => {
    const rice = await addProduct(shop, { stock: 2 });
    const ana = await newPayer(shop);
    const first = await ana.create({ [rice]: 2 });
    const second = await ana.create({ [rice]: 1 });
    expect(second.status).toBe(200);
    expect(await piecesOf(shop, rice)).toEqual({ stock: 1, sold: 0, reserved: 1 });
    const open = await call(contract.openPayment, {}, { token: ana.token });
    expect(open.body.data).toMatchObject({ orderId: second.body.orderId, status: "OPEN" });
    expect((await ana.confirm(first.body.orderId)).status).toBe(409);
  });

  test("pieces reserved for a payment are still available to its shopper's cart, and to no one else's", async () => {
    const rice = await addProduct(shop, { name: "Rice", stock: 3 });
    const [ana, berta] = [await newPayer(shop), await newPayer(shop)];
    for (const { token } of [ana, berta]) await call(addToCart, { productId: rice }, { token });
    const { body } = await ana.create({ [rice]: 2 });
    const cartOf = async ({ token }: typeof ana) => (await call(getCart, {}, { token })).body.data[0];
    expect((await cartOf(ana)).productId.stock).toBe(3);
    expect((await cartOf(berta)).productId.stock).toBe(1);

    const wish = async (qty: number) => call(updateQuantity, { _id: (await cartOf(ana))._id, qty }, { token: ana.token });
    expect((await wish(3)).status).toBe(200);
    expect(await wish(4)).toMatchObject({ status: 409, body: { message: "Only 3 of Rice left" } });
    expect((await ana.create({ [rice]: 3 })).status).toBe(200);
    expect((await cartOf(berta)).productId.stock).toBe(0);
    expect((await ana.confirm(body.orderId)).status).toBe(409);
  });

  test("this includes merging a guest's cart and buying an order again", async () => {
    const rice = await addProduct(shop, { name: "Rice", stock: 5 });
    const ana = await newPayer(shop);
    const { body } = await ana.confirm(await ana.approve({ [rice]: 2 }));
    await ana.create({ [rice]: 3 });
    expect(await piecesOf(shop, rice)).toEqual({ stock: 0, sold: 2, reserved: 3 });
    const again = await call(buyOrderAgain, { orderId: body.data.orderId }, { token: ana.token });
    expect(again.body.data).toMatchObject({ added: [{ productId: rice, quantity: 2 }], missing: [] });
    const merged = { items: [{ productId: rice, quantity: 2 }], mergeId: "guest-cart-of-ana" };
    const { body: cart } = await call(mergeCart, merged, { token: ana.token });
    expect(cart.data).toMatchObject([{ quantity: 3, productId: { _id: rice, stock: 3 } }]);
  });

  test("while one payment is being captured, no other can be started", async () => {
    const rice = await addProduct(shop, { stock: 5 });
    const ana = await newPayer(shop);
    const orderId = await ana.approve({ [rice]: 1 });
    await sandbox.fault("paypal", { operation: "capture", effect: "slow", ms: 3000 });
    const confirmed = ana.confirm(orderId);
    await vi.waitFor(async () => {
      const { body } = await call(contract.getPayPalOrderDetails, { orderId }, { token: ana.token });
      expect(body.data.status).toBe("CAPTURING");
    }, 30_000);
    expect(await ana.create({ [rice]: 1 })).toMatchObject({ status: 409, body: { message: expect.stringMatching(/being processed/) } });
    expect((await confirmed).status).toBe(200);
    expect((await ana.create({ [rice]: 1 })).status).toBe(200);
  });

  test("a payment the provider leaves undecided for long does not block a new one", async () => {
    const rice = await addProduct(shop, { stock: 5 });
    const ana = await newPayer(shop);
    const { body } = await ana.create({ [rice]: 1 });
    await shop.shop.database.db.execute(
      sql`update payment_attempt set status = 'CAPTURING', capturing_since = now() - interval '6 minutes' where provider_ref = ${body.orderId}`,
    );
    expect((await ana.create({ [rice]: 1 })).status).toBe(200);
  });

  test("repeating a key, even concurrently, is one payment; with another body it is refused", async () => {
    const rice = await addProduct(shop, { stock: 5 });
    const ana = await newPayer(shop);
    const [one, two] = await Promise.all([ana.create({ [rice]: 1 }, {}, "key"), ana.create({ [rice]: 1 }, {}, "key")]);
    expect(one.status).toBe(200);
    expect(two.body).toEqual(one.body);
    expect(await piecesOf(shop, rice)).toEqual({ stock: 4, sold: 0, reserved: 1 });
    expect((await ana.create({ [rice]: 2 }, {}, "key")).status).toBe(422);
  });

  test("the same key for another payment method is refused as a different request", async () => {
    const rice = await addProduct(shop, { price: 5, stock: 5 });
    const { token, addressId } = await newPayer(shop);
    const ways = ["paypal", "cash", "culqi"] as const;
    const order = (provider: (typeof ways)[number], key: string) => {
      const input = { provider, addressId, list_items: [{ productId: rice, quantity: 1 }] };
      return call(contract.checkout, input, { token, headers: { "idempotency-key": key } });
    };
    for (const first of ways) {
      expect((await order(first, `with ${first}`)).body).toMatchObject({ data: { provider: first } });
      for (const other of ways.filter((way) => way !== first)) expect((await order(other, `with ${first}`)).status).toBe(422);
    }
    expect(await ordersOf(token)).toHaveLength(1);
  });

  test("nothing is reserved for what cannot be paid", async () => {
    const rice = await addProduct(shop, { price: 2, stock: 5 });
    const ana = await newPayer(shop);
    expect(await ana.create({ [rice]: 6 })).toMatchObject({ status: 409, body: { data: { reason: "stock" } } });
    expect(await ana.create({ [rice]: 1 }, { expectedTotal: 1.5 })).toMatchObject({
      status: 409,
      body: { data: { reason: "price", totalAmt: 2 } },
    });
    await sandbox.fault("paypal", { operation: "create", effect: "fail-before", times: 5 });
    const failed = await ana.create({ [rice]: 1 });
    expect(failed.status).toBe(503);
    await sandbox.clearFaults();
    expect(await piecesOf(shop, rice)).toEqual({ stock: 5, sold: 0, reserved: 0 });
  });
});

/** Ends the reservation of a payment. */
async function expire(orderId: string): Promise<void> {
  await shop.shop.database.db.execute(
    sql`update payment_attempt set expires_at = now() - interval '1 second', created_at = created_at - interval '31 minutes' where provider_ref = ${orderId}`,
  );
  await shop.doJobs("early");
}

const statusOf = async (orderId: string, token: string): Promise<string> =>
  (await call(contract.getPayPalOrderDetails, { orderId }, { token })).body.data.status;

describe("the payment deadline", () => {
  test("passes after 30 minutes: the pieces return to the stock", async () => {
    const rice = await addProduct(shop, { stock: 3 });
    const ana = await newPayer(shop);
    const { body } = await ana.create({ [rice]: 3 });
    const left = Date.parse(body.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(29 * 60_000);
    expect(left).toBeLessThanOrEqual(30 * 60_000);
    await expire(body.orderId);
    expect(await statusOf(body.orderId, ana.token)).toBe("EXPIRED");
    expect(await piecesOf(shop, rice)).toEqual({ stock: 3, sold: 0, reserved: 0 });
  });

  test("a late shopper still gets what is in stock", async () => {
    const rice = await addProduct(shop, { stock: 3 });
    const ana = await newPayer(shop);
    const orderId = await ana.approve({ [rice]: 3 });
    await expire(orderId);
    expect((await ana.confirm(orderId)).status).toBe(200);
    expect(await piecesOf(shop, rice)).toEqual({ stock: 0, sold: 3, reserved: 0 });
  });

  test("and reserves nothing more without having approved", async () => {
    const rice = await addProduct(shop, { stock: 3 });
    const ana = await newPayer(shop);
    const { orderId } = (await ana.create({ [rice]: 3 })).body;
    await expire(orderId);
    expect((await ana.confirm(orderId)).status).toBe(422);
    expect([await statusOf(orderId, ana.token), await piecesOf(shop, rice)]).toEqual(["EXPIRED", { stock: 3, sold: 0, reserved: 0 }]);
  });

  test("and is charged nothing if the pieces are gone", async () => {
    const rice = await addProduct(shop, { stock: 3 });
    const [ana, berta] = [await newPayer(shop), await newPayer(shop)];
    const orderId = await ana.approve({ [rice]: 3 });
    await expire(orderId);
    await berta.confirm(await berta.approve({ [rice]: 2 }));
    expect(await ana.confirm(orderId)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/Nothing was charged/) } });
    expect(await ordersOf(ana.token)).toEqual([]);
    expect(await piecesOf(shop, rice)).toEqual({ stock: 1, sold: 2, reserved: 0 });
  });

  test("money captured although the pieces are gone is refunded, with an email to the shopper", async () => {
    const rice = await addProduct(shop, { stock: 3, price: 4 });
    const [ana, berta] = [await newPayer(shop), await newPayer(shop)];
    const orderId = await ana.approve({ [rice]: 3 });
    // The shop dies after PayPal took the money, and nobody asks before time runs out.
    await sandbox.fault("paypal", { operation: "capture", effect: "cut-after", times: 3 });
    await sandbox.fault("paypal", { operation: "read", effect: "fail-before", times: 0 });
    expect((await ana.confirm(orderId)).status).toBe(503);
    await shop.shop.database.db.execute(sql`update payment_attempt set status = 'OPEN' where provider_ref = ${orderId}`);
    await expire(orderId);
    await sandbox.clearFaults();
    await berta.confirm(await berta.approve({ [rice]: 2 }));

    expect(await ana.confirm(orderId)).toMatchObject({ status: 409, body: { message: expect.stringMatching(/refunding you in full/) } });
    await shop.doJobs();
    expect(await statusOf(orderId, ana.token)).toBe("REFUNDED");
    const [email] = await shop.emailsTo(ana.user.email);
    expect(email).toMatchObject({ subject: "Your payment was refunded" });
    expect(email?.text).toContain("$12.00");
    expect(await ordersOf(ana.token)).toEqual([]);
    expect(await piecesOf(shop, rice)).toEqual({ stock: 1, sold: 2, reserved: 0 });
  });
});

test("money that arrives after the account was deleted is refunded", async () => {
  const rice = await addProduct(shop, { stock: 3, price: 4 });
  const ana = await newPayer(shop);
  const orderId = await ana.approve({ [rice]: 3 });
  await expire(orderId);
  await call(deleteAccount, { password: PASSWORD }, { token: ana.token });
  const paypal = await makeProviders(shop.shop)("paypal");
  const attempt = (await readAttemptByRef(shop.shop.database.db, "paypal", orderId))!;
  await paypal!.capture(attempt);
  expect(await finishPayment(shop.shop, paypal!, attempt, { who: "job" })).toEqual({ kind: "refunded" });
  await shop.doJobs();
  expect(await readAttemptByRef(shop.shop.database.db, "paypal", orderId)).toMatchObject({ status: "REFUNDED", refundedCents: 1200 });
  expect(await piecesOf(shop, rice)).toEqual({ stock: 3, sold: 0, reserved: 0 });
});

test("money for a payment that the provider has not created yet changes nothing", async () => {
  const rice = await addProduct(shop, { stock: 3, price: 4 });
  const ana = await newPayer(shop);
  const attempt = (await readAttemptByRef(shop.shop.database.db, "paypal", await ana.approve({ [rice]: 1 })))!;
  await shop.shop.database.db.execute(sql`update payment_attempt set status = 'CREATING' where id = ${attempt.id}`);
  const paypal = await makeProviders(shop.shop)("paypal");
  const taken = { attemptId: attempt.id, cents: 400, currency: "USD", chargeRef: "CAPTURE", refundedCents: 0 };
  const early = { ...paypal!, read: async () => ({ kind: "captured" as const, ...taken }) };
  await expect(finishPayment(shop.shop, early, attempt, { who: "job" })).rejects.toThrow("cannot become PAID");
  expect(await ordersOf(ana.token)).toEqual([]);
  expect(await piecesOf(shop, rice)).toEqual({ stock: 2, sold: 0, reserved: 1 });
});

describe("if the shopper does not return", () => {
  test("and closed the tab after approving, the order is placed by the next reconciliation", async () => {
    const rice = await addProduct(shop, { stock: 3 });
    const ana = await newPayer(shop);
    await ana.approve({ [rice]: 1 });
    await shop.shop.database.db.execute(
      sql`update payment_attempt set created_at = now() - interval '3 minutes' where user_id = ${ana.user._id}`,
    );
    await reconcileNow();
    expect(await ordersOf(ana.token)).toMatchObject([{ payment_status: "PAID" }]);
  });

  test("a lost response is requested again", async () => {
    const rice = await addProduct(shop, { stock: 3 });
    const ana = await newPayer(shop);
    const orderId = await ana.approve({ [rice]: 1 });
    await sandbox.fault("paypal", { operation: "capture", effect: "cut-after" });
    expect((await ana.confirm(orderId)).status).toBe(200);
    expect(await ordersOf(ana.token)).toHaveLength(1);
  });
});

async function reconcileNow(): Promise<void> {
  await enqueue(shop.shop.database.db, jobs.reconcile, null);
  await shop.doJobs();
}

test("a payment that PayPal declines says so, apart from one that is not approved yet", async () => {
  const ana = await newPayer(shop);
  const orderId = await ana.approve({ [await addProduct(shop, { stock: 3 })]: 1 });
  await sandbox.fault("paypal", { operation: "capture", effect: "refuse", issue: "INSTRUMENT_DECLINED" });
  const declined = await ana.confirm(orderId);
  expect(declined).toMatchObject({ status: 422, body: { message: expect.stringMatching(/declined/), data: { outcome: "declined" } } });
});

describe("a webhook", () => {
  test.each(["paypal", "culqi"])("of %s that is nested too deeply is refused before anybody is asked about it", async (name) => {
    const asked = vi.spyOn(globalThis, "fetch");
    const deep = "[".repeat(40) + "]".repeat(40);
    const chargeId = "chr_test_0000000000000000";
    const payloads = [
      `{"object":"event","id":"evt_1","type":"charge.creation.succeeded","data":"{\\"id\\":\\"${chargeId}\\"}","x":${deep}}`,
      JSON.stringify({ object: "event", id: "evt_1", type: "charge.creation.succeeded", data: `{"id":"${chargeId}","x":${deep}}` }),
      `{"id":"WH-1","event_type":"CHECKOUT.ORDER.APPROVED","resource":{"id":"x"},"x":${deep}}`,
    ];
    const headers = { "paypal-transmission-sig": "x", "paypal-transmission-id": "1" };
    for (const payload of payloads) {
      const answer = await shop.app.inject({ method: "POST", url: `/api/webhooks/${name}`, headers, payload });
      expect(answer.statusCode).toBe(400);
    }
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  test("is accepted once, and only with PayPal's signature", async () => {
    const rice = await addProduct(shop, { stock: 3 });
    const ana = await newPayer(shop);
    await shop.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = shop.app.server.address() as AddressInfo;
    const orderId = await ana.approve({ [rice]: 1 });
    const forged = { id: "WH-1", event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: orderId } };
    for (const headers of [
      {},
      { "paypal-transmission-sig": "x", "paypal-transmission-id": "1", "paypal-cert-url": "https://evil.example" },
    ]) {
      const answer = await shop.app.inject({ method: "POST", url: "/api/webhooks/paypal", headers, payload: forged });
      expect(answer.statusCode).toBe(400);
    }
    await sandbox.fault("paypal", { operation: "verify", effect: "fail-before", times: 0 });
    const unverified = { "paypal-transmission-sig": "x", "paypal-transmission-id": "1" };
    const silent = await shop.app.inject({ method: "POST", url: "/api/webhooks/paypal", headers: unverified, payload: forged });
    expect([silent.statusCode, silent.headers["retry-after"]]).toEqual([503, "2"]);
    await sandbox.clearFaults();
    await shop.doJobs();
    expect(await ordersOf(ana.token)).toEqual([]);

    await sandbox.fault("paypal", { operation: "webhook", effect: "twice", times: 0 });
    sandbox.sendWebhooksTo(`http://127.0.0.1:${port}`);
    await vi.waitFor(async () => {
      await shop.doJobs();
      expect(await ordersOf(ana.token)).toHaveLength(1);
    }, 30_000);
    await sandbox.clearFaults();
    expect(await piecesOf(shop, rice)).toEqual({ stock: 2, sold: 1, reserved: 0 });
  });
});
