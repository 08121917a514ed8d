import { setTimeout as delay } from "node:timers/promises";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, expect, test } from "vitest";
import { products } from "#features/catalogue/tables.ts";
import { updateOrderStatus } from "#features/orders/admin/contract.ts";
import { listOrders, type Order } from "#features/orders/contract.ts";
import * as contract from "#features/payments/contract.ts";
import { expirePayment } from "#features/payments/expire-payment.ts";
import { jobs } from "#features/payments/jobs.ts";
import { tasksOf } from "#start/background-work.ts";
import { openDatabase } from "#server/db/connect.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { RUNNER_CONNECTIONS } from "#server/jobs/runner.ts";
import { startJobs } from "#server/jobs/start-jobs.ts";
import { LONG } from "../support/rounds.ts";
import { changingShop } from "../support/changing-shop.ts";
import { addProduct } from "../support/goods.ts";
import { newPayer, openPayingShop, type Payer } from "../support/paying-shop.ts";
import { checkBooks } from "../support/books.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { makeAdmin } from "../support/sign-up.ts";
import { untilTrue } from "../support/shop-process.ts";
import type { TestAnswer } from "../support/test-shop.ts";

/** Repetitions of each race. */
const TIMES = LONG ? 50 : 4;
/** Initial stock of each product. */
const STOCK = 20;

const shop = await openPayingShop();
const { call, sandbox } = shop;
const { database } = shop.shop;
const seed = Number(process.env["SEED"] ?? Date.now());
console.log(`The random numbers of this run: SEED=${seed}`);
const random = randomNumbers(seed);

// Run as in production, with webhooks and jobs.
await shop.app.listen({ port: 0, host: "127.0.0.1" });
sandbox.sendWebhooksTo(`http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`);
const openPool = () => openDatabase({ ...shop.connection, max: RUNNER_CONNECTIONS }, () => {});
const endJobs = startJobs(shop.shop, openPool, tasksOf(shop.shop));
afterAll(() => endJobs());

// The books must be correct after every race.
afterEach(async () => {
  await sandbox.clearFaults();
  await settled();
  await checkBooks(shop, STOCK);
});

/** Waits until nothing is pending, as after a few minutes in a real shop. */
async function settled(): Promise<void> {
  await untilTrue(async () => {
    await database.db.execute(sql`
      update payment_attempt set capturing_since = least(capturing_since, now() - interval '2 minutes'), created_at = least(created_at, now() - interval '3 minutes'), checked_at = null
      where status = 'CAPTURING'`);
    await database.db.execute(
      sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at < now() + interval '5 minutes'`,
    );
    await enqueue(database.db, jobs.reconcile, null);
    await delay(150);
    const { rows } = await database.db.execute<{ open: number }>(sql`
      select (select count(*) from payment_attempt where status in ('CAPTURING', 'REFUNDING'))::int
        + (select count(*) from graphile_worker._private_jobs j where run_at < now() + interval '5 minutes')::int as open`);
    return rows[0]!.open === 0;
  });
}

const soon = (most = 25) => delay(random(most));
const ordersOf = async ({ token }: Payer): Promise<Order[]> => (await call(listOrders, {}, { token })).body.data;
const cancel = ({ token }: Payer, orderId: string) => call(contract.cancelPayment, { orderId }, { token });
const isUnsure = ({ status, body }: TestAnswer) => status === 503 || /being processed/.test(body.message);

/** No shopper sees success without an order, or a final error with one. */
async function checkTold(payer: Payer, confirmed: readonly TestAnswer[]): Promise<void> {
  const numbers = (await ordersOf(payer)).map(({ orderId }) => orderId);
  expect(numbers.length).toBeLessThanOrEqual(1);
  for (const answer of confirmed) {
    if (answer.status === 200) expect(numbers).toEqual([answer.body.data.orderId]);
    else if (!isUnsure(answer)) expect({ told: answer.body.message, numbers }).toEqual({ told: answer.body.message, numbers: [] });
  }
}

async function race(run: (payer: Payer, product: string) => Promise<readonly TestAnswer[]>): Promise<void> {
  for (let n = 0; n < TIMES; n++) {
    const product = await addProduct(shop, { stock: STOCK, price: 5 + random(500) / 100, discount: random(40) });
    const payer = await newPayer(shop);
    const confirmed = await run(payer, product);
    await settled();
    await checkTold(payer, confirmed);
  }
}

test("webhooks before, during and after the return page make one order, even if they come twice, late or early", async () => {
  await race(async (ana, product) => {
    const effect = (["twice", "late", "early", "none"] as const)[random(4)]!;
    await sandbox.fault("paypal", { operation: "webhook", effect, ms: random(80), times: 2 });
    const orderId = await ana.approve({ [product]: 2 });
    await soon(60);
    const confirmed = await ana.confirm(orderId);
    expect(confirmed.status).toBe(200);
    return [confirmed];
  });
});

test("two tabs, a webhook's job and the reconciliation, all concurrent, make one order", async () => {
  await race(async (ana, product) => {
    const orderId = await ana.approve({ [product]: 1 });
    const confirmed = await Promise.all([ana.confirm(orderId), ana.confirm(orderId), soon(10).then(() => ana.confirm(orderId))]);
    expect(confirmed.map(({ status }) => status)).toEqual([200, 200, 200]);
    return confirmed;
  });
});

test("a double click on pay starts one payment, and two tabs leave one open", async () => {
  await race(async (ana, product) => {
    const key = `click ${random(1_000_000)}`;
    const [one, two] = await Promise.all([ana.create({ [product]: 1 }, {}, key), ana.create({ [product]: 1 }, {}, key)]);
    expect(two.body).toEqual(one.body);
    const tabs = await Promise.all([ana.create({ [product]: 2 }), ana.create({ [product]: 3 })]);
    const { rows } = await database.db.execute<{ count: number }>(sql`
      select count(distinct order_id)::int as count from reservation where user_id = ${ana.user._id} and state = 'RESERVED'`);
    expect(rows[0]!.count).toBeLessThanOrEqual(1);
    for (const { body, status } of tabs) if (status === 200) await sandbox.payer(body.orderId, "approve");
    const confirmed = await Promise.all(tabs.flatMap(({ status, body }) => (status === 200 ? [ana.confirm(body.orderId)] : [])));
    // The payment in the other tab was replaced, and that tab is told so.
    return confirmed.filter(({ status }) => status === 200);
  });
});

test("canceling during the capture ends in one or the other", async () => {
  await race(async (ana, product) => {
    const orderId = await ana.approve({ [product]: 2 });
    const [confirmed, cancelled] = await Promise.all([soon().then(() => ana.confirm(orderId)), soon().then(() => cancel(ana, orderId))]);
    expect([200, 409]).toContain(cancelled.status);
    if (cancelled.status === 200) expect(confirmed.status).not.toBe(200);
    return [confirmed];
  });
});

test("a cash order during the capture of the same shopper's payment: one of the two is placed", async () => {
  await race(async (ana, product) => {
    const orderId = await ana.approve({ [product]: STOCK });
    const [confirmed, cash] = await Promise.all([
      soon(60).then(() => ana.confirm(orderId)),
      soon(60).then(() => ana.orderInCash({ [product]: STOCK })),
    ]);
    expect(new Set([confirmed.status, cash.status])).toEqual(new Set([200, 409]));
    expect(await ordersOf(ana)).toHaveLength(1);
    return cash.status === 200 ? [] : [confirmed];
  });
});

test("concurrent payments and cash orders of the same shoppers and products, in opposite order, cause no deadlock", async () => {
  for (let n = 0; n < TIMES; n++) {
    const [rice, figs] = [await addProduct(shop, { stock: STOCK, price: 5 }), await addProduct(shop, { stock: STOCK, price: 7 })];
    const payers = await Promise.all(Array.from({ length: 4 }, () => newPayer(shop)));
    const baskets = [{ [rice]: 2, [figs]: 1 }, { [figs]: 2, [rice]: 1 }, { [figs]: 3 }];
    const answers = await Promise.all(
      payers.flatMap((payer) =>
        baskets.flatMap((basket) => [soon().then(() => payer.create(basket)), soon().then(() => payer.orderInCash(basket))]),
      ),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { rows } = await database.db.execute<{ most: number }>(sql`
      select coalesce(max(n), 0)::int as most from (
        select count(distinct order_id) as n from reservation where state = 'RESERVED' group by user_id) of_user`);
    expect(rows[0]!.most).toBeLessThanOrEqual(1);
  }
  const { rows } = await database.db.execute(sql`select deadlocks::int from pg_stat_database where datname = current_database()`);
  expect(rows).toEqual([{ deadlocks: 0 }]);
});

test("a deadline that passes during the capture loses neither money nor goods", async () => {
  await race(async (ana, product) => {
    const orderId = await ana.approve({ [product]: 2 });
    const { rows } = await database.db.execute<{ id: string }>(sql`
      update payment_attempt set expires_at = now() where provider_ref = ${orderId} returning id`);
    const [confirmed] = await Promise.all([
      soon().then(() => ana.confirm(orderId)),
      soon().then(() => expirePayment(shop.shop, rows[0]!.id)),
    ]);
    return [confirmed];
  });
});

test("price and stock change after a payment started: the shown price is charged, and the goods stay reserved", async () => {
  await race(async (ana, product) => {
    const begun = await ana.create({ [product]: 2 });
    await database.db.execute(sql`update ${products} set price_cents = price_cents + 100, discount_hundredths = 0 where id = ${product}`);
    const berta = await newPayer(shop);
    const rest = await berta.approve({ [product]: STOCK - 2 });
    expect((await berta.confirm(rest)).status).toBe(200);
    await sandbox.payer(begun.body.orderId, "approve");
    const confirmed = await ana.confirm(begun.body.orderId);
    expect(confirmed.status).toBe(200);
    const details = await call(contract.getPayPalOrderDetails, { orderId: begun.body.orderId }, { token: ana.token });
    expect((await ordersOf(ana))[0]!.totalAmt).toBe(details.body.data.totalAmt);
    return [confirmed];
  });
});

test("a provider that drops the connection before or after acting, or answers 500, leads to one outcome", async () => {
  await race(async (ana, product) => {
    const effect = (["cut-before", "cut-after", "fail-before", "fail-after", "slow"] as const)[random(5)]!;
    const operation = (["create", "capture", "read", "token", "*"] as const)[random(5)]!;
    const begun = await ana.create({ [product]: 1 });
    if (begun.status !== 200) return [];
    await sandbox.payer(begun.body.orderId, "approve");
    await sandbox.fault("paypal", { operation, effect, ms: 50, times: 1 + random(4) });
    const confirmed = await ana.confirm(begun.body.orderId);
    await sandbox.clearFaults();
    return [confirmed];
  });
});

test("two tabs with one card each: one is charged", async () => {
  await race(async (ana, product) => {
    const { body } = await call(
      contract.createCulqiOrder,
      { list_items: [{ productId: product, quantity: 1 }], addressId: ana.addressId },
      ana,
    );
    const effect = (["slow", "cut-after", "fail-after", "none"] as const)[random(4)]!;
    if (effect !== "none") await sandbox.fault("culqi", { operation: "charge", effect, ms: 40 });
    const tokens = await Promise.all([sandbox.cardToken(), sandbox.cardToken()]);
    const confirm = (token: string) => call(contract.confirmCulqiPayment, { orderId: body.data.orderId, token }, ana);
    return Promise.all(tokens.map(async (token) => soon().then(() => confirm(token))));
  });
});

test("an order that is sent, canceled or changed while the price difference of a change is paid: one of the two wins, to the cent", async () => {
  const { token } = await makeAdmin(shop);
  const { paidOrder } = changingShop(shop);
  for (let n = 0; n < TIMES; n++) {
    const product = await addProduct(shop, { stock: STOCK, price: 5 + random(500) / 100 });
    const order = await paidOrder({ [product]: 2 });
    const begun = await order.pay({ [product]: 4 });
    await sandbox.payer(begun.body.data.orderId, "approve");
    const { totalAmt } = await order.details();
    const others = [
      () => call(updateOrderStatus, { orderId: order.orderId, status: "SHIPPED" }, { token }),
      () => order.cancel(),
      () => order.change({ [product]: 1 }),
      () => order.pay({ [product]: 5 }),
    ] as const;
    const [confirmed] = await Promise.all([
      soon(40).then(() => order.payer.confirm(begun.body.data.orderId)),
      soon(80).then(() => others[n % others.length]!()),
    ]);
    await settled();
    const { timeline, totalAmt: now } = await order.details();
    const isPaid = timeline.some(({ kind }) => kind === "DIFFERENCE PAID");
    if (!isUnsure(confirmed)) expect({ status: confirmed.status, isPaid }).toEqual({ status: isPaid ? 200 : 409, isPaid });
    if (!isPaid) expect(now).toBeLessThanOrEqual(totalAmt);
    await checkBooks(shop, STOCK);
  }
});

test("many shoppers paying, canceling or timing out for the last pieces: nothing is oversold", async () => {
  const rounds = Math.ceil(TIMES / 10);
  for (let round = 0; round < rounds; round++) {
    const product = await addProduct(shop, { stock: STOCK, price: 5 });
    const payers = await Promise.all(Array.from({ length: 16 }, () => newPayer(shop)));
    await Promise.all(
      payers.map(async (payer) => {
        for (let tries = 0; tries < 3; tries++) {
          const begun = await payer.create({ [product]: 1 + random(4) });
          if (begun.status === 409) continue;
          const { orderId } = begun.body;
          const way = random(4);
          if (way > 0) await sandbox.payer(orderId, "approve");
          if (way === 1) await cancel(payer, orderId);
          else if (way > 1 && (await payer.confirm(orderId)).status === 200) return;
        }
      }),
    );
    await settled();
    await checkBooks(shop, STOCK);
  }
});
