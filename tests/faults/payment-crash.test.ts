import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { updateOrderStatus } from "#features/orders/admin/contract.ts";
import { payChange } from "#features/payments/changes/contract.ts";
import { confirmPayPalPayment, createPayPalOrder, type AttemptStatus } from "#features/payments/contract.ts";
import { jobs } from "#features/payments/jobs.ts";
import { makeProviders } from "#features/payments/providers/providers.ts";
import { readAttemptByRef } from "#features/payments/store.ts";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { addAddress, addProduct } from "../support/goods.ts";
import { ROUNDS } from "../support/rounds.ts";
import { callOver, openBackdoor } from "../support/live-shop.ts";
import { checkBooks } from "../support/books.ts";
import { openProviderSandbox } from "../support/provider-sandbox.ts";
import { dataFolder, databaseProcess, freePort, startShop, untilTrue, type ShopProcess } from "../support/shop-process.ts";
import { makeAdmin, signUp } from "../support/sign-up.ts";
import type { TestAnswer } from "../support/test-shop.ts";

const STOCK = 1000;
/** How long a provider takes when the shop is killed while it acts: a busy machine sees that late. */
const SLOW_MS = 3000;

// The provider keeps running when the shop crashes.
const sandbox = await openProviderSandbox();
const data = dataFolder({ database: true });
const settings = { PORT: await freePort(), DATA_DIR: data.path, ...sandbox.env };
let shop: ShopProcess = await startShop(settings);
const { connection } = await reachEmbedded(data.path);
const behind = openBackdoor(data.path, connection, sandbox.env);
const { pool, db } = behind.shop.database;
const rice = await addProduct(behind, { stock: STOCK, price: 4 });

afterAll(async () => {
  await behind.close();
  await shop.stop();
  data.remove();
});

/** A shopper who pays over HTTP. */
async function newPayer() {
  const { user, token } = await signUp(behind);
  const addressId = await addAddress(behind, user._id);
  const key = randomUUID();
  const list_items = [{ productId: rice, quantity: 2 }];
  return {
    userId: user._id,
    create: () => callOver(shop.url, createPayPalOrder, { list_items, addressId }, { token, headers: { "idempotency-key": key } }),
    change: (orderId: string, quantity: number) =>
      callOver(shop.url, payChange, { orderId, list_items: [{ productId: rice, quantity }] }, { token }),
    confirm: (orderId: string) => callOver(shop.url, confirmPayPalPayment, { orderId }, { token }),
  };
}

async function statusOf(userId: string): Promise<AttemptStatus | undefined> {
  const { rows } = await pool.query<{ status: AttemptStatus }>("select status from payment_attempt where user_id = $1", [userId]);
  return rows[0]?.status;
}

const became = (userId: string, status: AttemptStatus) => untilTrue(async () => (await statusOf(userId)) === status);

async function killShop(): Promise<void> {
  await shop.stop("SIGKILL");
}

/** Simulates several minutes passing: the shop checks every payment it has not heard about. */
async function later(userId: string): Promise<void> {
  await pool.query("update payment_attempt set created_at = now() - interval '3 minutes', checked_at = null where user_id = $1", [userId]);
  await enqueue(db, jobs.reconcile, null);
}

async function ordersOf(userId: string): Promise<string[]> {
  const { rows } = await pool.query<{ number: string }>("select number from customer_order where user_id = $1", [userId]);
  return rows.map(({ number }) => number);
}

async function rounds(run: (payer: Awaited<ReturnType<typeof newPayer>>) => Promise<void>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await sandbox.clearFaults();
    await run(await newPayer());
    await checkBooks(behind, STOCK);
  }
}

const lost = (): null => null;

/** Waits until PayPal is about to take the money: the shop notes that it asks before it does. */
const untilCapturing = (paypalId: string) =>
  untilTrue(() => sandbox.timesAsked(`POST /sandbox/paypal/v2/checkout/orders/${paypalId}/capture`) > 0);

/** Waits until PayPal has taken the money. The database is still running. */
async function untilCaptured(paypalId: string): Promise<void> {
  const paypal = (await makeProviders(behind.shop)("paypal"))!;
  const attempt = (await readAttemptByRef(db, "paypal", paypalId))!;
  await untilTrue(async () => (await paypal.read(attempt)).kind === "captured");
}

test("kill -9 before the provider created the payment: pressing again continues", async () => {
  await rounds(async (ana) => {
    await sandbox.fault("paypal", { operation: "create", effect: "slow", ms: SLOW_MS });
    const first = ana.create().catch(lost);
    await became(ana.userId, "CREATING");
    await killShop();
    expect(await first).toBeNull();
    shop = await startShop(settings);
    const { status, body } = await ana.create();
    expect(status).toBe(200);
    await sandbox.payer(body.orderId, "approve");
    expect((await ana.confirm(body.orderId)).status).toBe(200);
    expect(await ordersOf(ana.userId)).toHaveLength(1);
  });
});

test("kill -9 during the capture: the order is placed even if nobody returns", async () => {
  await rounds(async (ana) => {
    const { body } = await ana.create();
    await sandbox.payer(body.orderId, "approve");
    await sandbox.fault("paypal", { operation: "capture", effect: "slow", ms: SLOW_MS });
    const first = ana.confirm(body.orderId).catch(lost);
    await untilCapturing(body.orderId);
    await killShop();
    expect(await first).toBeNull();
    await untilCaptured(body.orderId);
    shop = await startShop(settings);
    await later(ana.userId);
    await became(ana.userId, "PAID");
    expect(await ordersOf(ana.userId)).toHaveLength(1);
  });
});

test("kill -9 after the order and before the response: the same order is returned", async () => {
  await rounds(async (ana) => {
    const { body } = await ana.create();
    await sandbox.payer(body.orderId, "approve");
    const first: Promise<TestAnswer | null> = ana.confirm(body.orderId).catch(lost);
    await became(ana.userId, "PAID");
    await killShop();
    const told = await first;
    shop = await startShop(settings);
    const again = await ana.confirm(body.orderId);
    expect(again.status).toBe(200);
    expect(await ordersOf(ana.userId)).toEqual([again.body.data.orderId]);
    if (told) expect(told.body).toEqual(again.body);
  });
});

test("kill -9 of the database during the capture: asking again gives one order", async () => {
  await rounds(async (ana) => {
    const { body } = await ana.create();
    await sandbox.payer(body.orderId, "approve");
    await sandbox.fault("paypal", { operation: "capture", effect: "slow", ms: SLOW_MS });
    const first = ana.confirm(body.orderId);
    await untilCapturing(body.orderId);
    process.kill(databaseProcess(data.path)!, "SIGKILL");
    expect([200, 503]).toContain((await first).status);
    await untilTrue(async () => (await ana.confirm(body.orderId)).status === 200);
    expect(await ordersOf(ana.userId)).toHaveLength(1);
  });
});

test("kill -9 while the price difference of a change is charged: the order is changed, or the money refunded, exactly once", async () => {
  const admin = await makeAdmin(behind);
  for (const isSent of [false, true]) {
    const ana = await newPayer();
    const first = (await ana.create()).body;
    await sandbox.payer(first.orderId, "approve");
    const orderId: string = (await ana.confirm(first.orderId)).body.data.orderId;
    const { body } = await ana.change(orderId, 5);
    const { orderId: paypalId } = body.data;
    await sandbox.payer(paypalId, "approve");
    const status = async () => (await readAttemptByRef(db, "paypal", paypalId))?.status;
    await sandbox.fault("paypal", { operation: "capture", effect: "slow", ms: SLOW_MS });
    const confirming = ana.confirm(paypalId).catch(lost);
    await untilCapturing(paypalId);
    await killShop();
    expect(await confirming).toBeNull();
    await untilCaptured(paypalId);
    shop = await startShop(settings);
    if (isSent)
      expect((await callOver(shop.url, updateOrderStatus, { orderId, status: "SHIPPED" }, { token: admin.token })).status).toBe(200);
    await later(ana.userId);
    await untilTrue(async () => (await status()) === (isSent ? "REFUNDED" : "PAID"));
    // Asked again, nothing happens twice.
    expect((await ana.confirm(paypalId)).status).toBe(isSent ? 409 : 200);
    const { rows } = await pool.query<{ number: string; total: number; pieces: number }>(
      `select number, total_cents::int as total, (select sum(quantity)::int from order_line where order_id = o.id) as pieces
       from customer_order o where user_id = $1`,
      [ana.userId],
    );
    expect(rows).toEqual([{ number: orderId, total: isSent ? 800 : 2000, pieces: isSent ? 2 : 5 }]);
    await checkBooks(behind, STOCK);
  }
});
