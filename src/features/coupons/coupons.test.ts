import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { addCoupon, couponNow, TEN_PERCENT } from "../../../tests/support/coupons.ts";
import { addProduct, addShelf } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop, type Payer } from "../../../tests/support/paying-shop.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { untilBlocked } from "../../../tests/support/until-blocked.ts";
import { updateOrderStatus } from "../orders/admin/contract.ts";
import { listAdminChanges } from "../audit/contract.ts";
import { cancelOrder, cashOnDelivery, getOrder } from "../orders/contract.ts";
import { cancelPayment, createPayPalOrder } from "../payments/contract.ts";
import * as contract from "./contract.ts";
import { stateOf } from "./rules.ts";
import { isAnyOffered, readCoupon } from "./store.ts";

const shop = await openPayingShop({ RATE_LIMIT: "on" });
const { db } = shop.shop.database;
const admin = await makeAdmin(shop);

const items = (productId: string, quantity = 1) => [{ productId, quantity }];
const check = ({ token }: Pick<Payer, "token">, code: string, productId: string, quantity = 1) =>
  shop.call(contract.checkCoupon, { code, list_items: items(productId, quantity) }, { token });
const order = (
  { token, addressId }: Payer,
  coupon: string,
  productId: string,
  more: { quantity?: number; expectedTotal?: number } = {},
) => {
  const { quantity = 1, ...rest } = more;
  return shop.call(cashOnDelivery, { list_items: items(productId, quantity), addressId, coupon, ...rest }, { token });
};
const pay = ({ token, addressId }: Payer, coupon: string, productId: string, quantity = 1) =>
  shop.call(createPayPalOrder, { list_items: items(productId, quantity), addressId, coupon }, { token });
const uses = async (id: string) => (await couponNow(shop, id)).uses;
/** A shopper whose orders aren't limited. */
async function shopper(): Promise<Payer> {
  const payer = await newPayer(shop);
  await db.execute(sql`update user_account set verify_email = true where id = ${payer.user._id}`);
  return payer;
}

test("a shop has no coupons until a manager adds one; adding, changing and ending are recorded", async () => {
  const { token } = await signUp(shop);
  const manager = await signUp(shop, { role: "MANAGER" });
  const offered = async () => (await shop.call(contract.couponsOffered, undefined, { token })).body.data;
  expect(await offered()).toBe(false);
  for (const endpoint of [contract.listCoupons, contract.addCoupon, contract.changeCoupon, contract.endCoupon])
    expect([endpoint.path, (await shop.call(endpoint, undefined, { token })).status]).toEqual([endpoint.path, 403]);

  const fields = { ...TEN_PERCENT, code: "fall-26", minimum: 20, maxUses: 100, active: false };
  const added = await shop.call(contract.addCoupon, fields, { token: manager.token });
  expect(added).toMatchObject({
    status: 200,
    body: { data: { code: "FALL-26", state: "off", uses: 0, value: 10, minimum: 20, version: 1 } },
  });
  expect(await offered()).toBe(false);
  const { _id, version } = added.body.data;
  const change = { ...fields, _id, version, active: true };
  expect(await shop.call(contract.changeCoupon, change, { token: manager.token })).toMatchObject({ body: { data: { state: "active" } } });
  expect(await offered()).toBe(true);
  expect(await shop.call(contract.changeCoupon, change, { token: admin.token })).toMatchObject({
    status: 409,
    body: { data: { code: "FALL-26", state: "active", version: version + 1 } },
  });
  expect(await shop.call(contract.addCoupon, fields, { token: admin.token })).toMatchObject({ status: 400, body: { field: "code" } });

  expect(await shop.call(contract.endCoupon, { _id }, { token: admin.token })).toMatchObject({ body: { data: { state: "ended" } } });
  expect([await offered(), (await shop.call(contract.endCoupon, { _id }, { token: admin.token })).status]).toEqual([false, 404]);
  // The code is free again.
  expect((await shop.call(contract.addCoupon, fields, { token: admin.token })).status).toBe(200);
  expect((await shop.call(contract.listCoupons, undefined, { token: admin.token })).body.data).toMatchObject([
    { code: "FALL-26", state: "off" },
    { code: "FALL-26", state: "ended" },
  ]);
  const changes = await shop.call(listAdminChanges, { kind: "coupon", id: _id }, { token: admin.token });
  expect(changes.body.data).toMatchObject([
    { action: "ended" },
    { action: "changed", before: { active: false }, after: { active: true }, by: { _id: manager.user._id } },
    { action: "added", after: { code: "FALL-26", minimum: 20 } },
  ]);
});

test.each([
  [{ value: 100.5 }, "value"],
  [{ value: 0 }, "value"],
  [{ value: 1.234, kind: "amount" as const }, "value"],
  [{ startsOn: "2026-02-02", endsOn: "2026-02-01" }, "endsOn"],
  [{ startsOn: "2026-02-30" }, "startsOn"],
  [{ maxUses: 0 }, "maxUses"],
  [{ code: "10 % off" }, "code"],
  [{ shelf: { kind: "category" as const, _id: "0".repeat(32) } }, "shelf"],
])("%j is refused", async (given, field) => {
  const { status, body } = await shop.call(contract.addCoupon, { ...TEN_PERCENT, code: "WRONG", ...given }, { token: admin.token });
  expect([status, body.message]).toEqual([400, expect.stringContaining(field)]);
});

test("a code says what it takes off, whatever its case, or why it doesn't", async () => {
  const ana = await shopper();
  const [fig, nut] = [await addProduct(shop, { price: 10, discount: 10 }), await addProduct(shop, { price: 3 })];
  const { subCategoryId, categoryId } = await addShelf(shop, [fig]);
  const ten = await addCoupon(shop);
  expect(await check(ana, ten.code.toLowerCase(), fig, 3)).toMatchObject({ status: 200, body: { data: { code: ten.code, amount: 2.7 } } });
  for (const shelf of [
    { kind: "subCategory" as const, _id: subCategoryId },
    { kind: "category" as const, _id: categoryId },
  ]) {
    const { code } = await addCoupon(shop, { kind: "amount", value: 5, shelf });
    expect((await check(ana, code, fig)).body.data).toEqual({ code, amount: 5 });
    expect(await check(ana, code, nut)).toMatchObject({ status: 409, body: { data: { reason: "coupon", why: "other products", code } } });
  }
  const yesterday = { endsOn: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10) };
  const soon = { startsOn: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10) };
  const refused = async (given: Parameters<typeof addCoupon>[1]) =>
    (await check(ana, (await addCoupon(shop, given)).code, nut)).body.data.why;
  expect(await refused(yesterday)).toBe("ended");
  expect(await refused(soon)).toBe("not yet");
  expect(await refused({ active: false })).toBe("ended");
  expect(await refused({ minimum: 3.01 })).toBe("minimum");
  expect(await refused({ minimum: 3, firstOrderOnly: true })).toBeUndefined();
});

test("a coupon names its shelf in the language of who asks", async () => {
  const ana = await shopper();
  const [fig, nut] = [await addProduct(shop, { price: 10 }), await addProduct(shop, { price: 3 })];
  const { subCategoryId, categoryId } = await addShelf(shop, [fig]);
  await db.execute(sql`update category set name_es = 'Frutas' where id = ${categoryId}`);
  await db.execute(sql`update sub_category set name = 'Figs' where id = ${subCategoryId}`);
  for (const [shelf, said] of [
    [{ kind: "category", _id: categoryId }, "Frutas"],
    // Without a Spanish name, people read the English one.
    [{ kind: "subCategory", _id: subCategoryId }, "Figs"],
  ] as const) {
    const { code } = await addCoupon(shop, { shelf });
    const input = { code, list_items: items(nut) };
    const answer = await shop.call(contract.checkCoupon, input, { token: ana.token, spoken: "es" });
    expect(answer.body.message).toBe(`El cupón ${code} es solo para ${said}. En tu carrito no hay nada de ahí.`);
    const { body } = await shop.call(contract.listCoupons, undefined, { token: admin.token, spoken: "es" });
    expect(body.data.find((one: contract.Coupon) => one.code === code)).toMatchObject({ shelfName: said });
  }
});

test("an order charges what the code takes off, counts it, and gives it back when it is canceled", async () => {
  const [ana, luis] = [await shopper(), await shopper()];
  const [fig, nut] = [await addProduct(shop, { price: 10, discount: 10 }), await addProduct(shop, { price: 0.99 })];
  const { id, code } = await addCoupon(shop, { value: 33, maxUses: 1 });
  const list_items = [...items(fig, 2), ...items(nut, 1)];
  const request = { list_items, addressId: ana.addressId, coupon: code };
  // 18.99 less 33 %, which is 6.27.
  const old = await shop.call(cashOnDelivery, { ...request, expectedTotal: 18.99 }, { token: ana.token });
  expect(old).toMatchObject({ status: 409, body: { data: { reason: "price", totalAmt: 12.72, coupon: { code, amount: 6.27 } } } });
  expect(await uses(id)).toBe(0);
  const placed = await shop.call(cashOnDelivery, { ...request, expectedTotal: 12.72 }, { token: ana.token });
  expect(placed).toMatchObject({ status: 200, body: { data: { totalAmt: 12.72, subTotalAmt: 20.99, coupon: { code, amount: 6.27 } } } });
  const { rows } = await db.execute(sql`
    select coupon_cents::int as cents from order_line where order_id = ${placed.body.data._id} order by position`);
  expect(rows.map(({ cents }) => cents)).toEqual([594, 33]);
  const emails = await shop.emailsTo(ana.user.email);
  expect(emails[0]?.text).toMatch(new RegExp(`Coupon ${code}: −\\$6\\.27[^]*Total Amount: \\$12\\.72`));

  expect(await couponNow(shop, id)).toMatchObject({ uses: 1, given: 6.27, state: "used up" });
  expect(await order(luis, code, fig)).toMatchObject({ status: 409, body: { data: { reason: "coupon", why: "used up" } } });
  await shop.call(cancelOrder, { orderId: placed.body.data.orderId }, { token: ana.token });
  expect(await uses(id)).toBe(0);
  expect((await order(luis, code, fig)).status).toBe(200);
  // Reopened, it would be used twice.
  const reopen = () => shop.call(updateOrderStatus, { orderId: placed.body.data.orderId, status: "PENDING" }, { token: admin.token });
  expect(await reopen()).toMatchObject({ status: 409, body: { message: expect.stringContaining("used up") } });
  await db.execute(sql`update coupon set max_uses = 2 where id = ${id}`);
  expect((await reopen()).status).toBe(200);
  expect(await uses(id)).toBe(2);
});

test("an order that was its shopper's first is reopened with its code for a first order, unless another order has one", async () => {
  const fig = await addProduct(shop, { price: 10 });
  const { id, code } = await addCoupon(shop, { firstOrderOnly: true });
  const other = await addCoupon(shop, { firstOrderOnly: true });
  const bea = await shopper();
  const plain = () => shop.call(cashOnDelivery, { list_items: items(fig, 1), addressId: bea.addressId }, { token: bea.token });
  const set = (orderId: string, status: string) =>
    shop.call(updateOrderStatus, { orderId, status: status as "PENDING" }, { token: admin.token });
  const { _id: earlier } = (await plain()).body.data;
  await set(earlier, "CANCELLED");
  const { _id: first } = (await order(bea, code, fig)).body.data;
  await set(first, "CANCELLED");
  // Without a code, a later order takes nothing from the first one.
  const { _id: later } = (await plain()).body.data;
  expect([(await set(first, "PENDING")).status, await uses(id)]).toEqual([200, 1]);
  // Another order that gets something off as the first one does.
  for (const orderId of [first, later]) await set(orderId, "CANCELLED");
  const { _id: instead } = (await order(bea, other.code, fig)).body.data;
  expect([(await set(first, "PENDING")).status, await uses(id)]).toEqual([409, 0]);
  // And one that was placed before.
  await set(instead, "CANCELLED");
  expect((await set(earlier, "PENDING")).status).toBe(200);
  expect([(await set(first, "PENDING")).status, await uses(id)]).toEqual([409, 0]);
});

test("an order is not reopened with a code for a first order if its shopper has used that for another one", async () => {
  const fig = await addProduct(shop, { price: 10 });
  const { id, code } = await addCoupon(shop, { firstOrderOnly: true });
  const bea = await shopper();
  const { _id: orderId } = (await order(bea, code, fig)).body.data;
  await shop.call(cancelOrder, { orderId }, { token: bea.token });
  const second = (await order(bea, code, fig)).body.data._id;
  const reopen = () => shop.call(updateOrderStatus, { orderId, status: "PENDING" }, { token: admin.token });
  expect(await reopen()).toMatchObject({ status: 409, body: { message: expect.stringContaining("only for a first order") } });
  expect(await uses(id)).toBe(1);
  await shop.call(cancelOrder, { orderId: second }, { token: bea.token });
  expect([(await reopen()).status, await uses(id)]).toEqual([200, 1]);
});

test("a code for a first order, or for one use per person, works once, until that order is canceled", async () => {
  const fig = await addProduct(shop, { price: 10 });
  for (const [given, why] of [
    [{ firstOrderOnly: true }, "not first"],
    [{ maxUsesPerPerson: 1 }, "used before"],
  ] as const) {
    const ana = await shopper();
    const { code } = await addCoupon(shop, given);
    const first = await order(ana, code, fig);
    expect(first.status).toBe(200);
    expect([(await order(ana, code, fig)).body.data.why, (await check(ana, code, fig)).body.data.why]).toEqual([why, why]);
    await shop.call(cancelOrder, { orderId: first.body.data.orderId }, { token: ana.token });
    expect((await order(ana, code, fig)).status).toBe(200);
  }
});

test("a code that takes everything off leaves nothing to pay", async () => {
  const ana = await shopper();
  const fig = await addProduct(shop, { price: 4 });
  const { code } = await addCoupon(shop, { kind: "amount", value: 50 });
  expect((await order(ana, code, fig)).body.data).toMatchObject({ totalAmt: 0, coupon: { amount: 4 } });
  expect(await pay(ana, code, fig)).toMatchObject({ status: 422 });
});

test("an ended coupon is refused before anything is ordered or paid", async () => {
  const ana = await shopper();
  const fig = await addProduct(shop, { price: 10, stock: 5 });
  const { id, code } = await addCoupon(shop);
  expect((await check(ana, code, fig)).status).toBe(200);
  await shop.call(contract.endCoupon, { _id: id }, { token: admin.token });
  for (const answer of [await order(ana, code, fig), await pay(ana, code, fig)])
    expect(answer).toMatchObject({
      status: 409,
      body: { message: `The coupon ${code} has ended.`, data: { reason: "coupon", why: "ended" } },
    });
  const { rows } = await db.execute(sql`select stock from product where id = ${fig}`);
  expect([rows, await uses(id)]).toEqual([[{ stock: 5 }], 0]);
});

test("an order that waited for another one's coupon sees its use", async () => {
  const ana = await shopper();
  const fig = await addProduct(shop, { price: 10 });
  const { id, code } = await addCoupon(shop, { maxUses: 1 });
  let waiting: ReturnType<typeof order> | undefined;
  await shop.shop.database.transact(async ({ tx }) => {
    await tx.execute(sql`update coupon set uses = 1 where id = ${id}`);
    waiting = order(ana, code, fig);
    await untilBlocked(shop);
  });
  expect(await waiting).toMatchObject({ status: 409, body: { data: { reason: "coupon", why: "used up" } } });
});

describe("a payment holds the use", () => {
  test("and keeps it when it is paid; PayPal gets a breakdown that adds up, and returns exactly what it took", async () => {
    const ana = await shopper();
    const fig = await addProduct(shop, { price: 9.99 });
    const { id, code } = await addCoupon(shop, { value: 15, maxUses: 1 });
    const started = await pay(ana, code, fig, 3);
    expect([started.status, await uses(id)]).toEqual([200, 1]);
    // Their own payment doesn't keep them from checking again, or from starting another.
    expect((await check(ana, code, fig, 3)).body.data).toEqual({ code, amount: 4.5 });
    const again = await pay(ana, code, fig, 3);
    expect([again.status, await uses(id)]).toEqual([200, 1]);
    await shop.sandbox.payer(again.body.orderId, "approve");
    const { orderId } = (await ana.confirm(again.body.orderId)).body.data;
    expect((await shop.call(getOrder, { orderId }, { token: ana.token })).body.data).toMatchObject({
      totalAmt: 25.47,
      subTotalAmt: 29.97,
      payment_status: "PAID",
      coupon: { code, amount: 4.5 },
    });
    expect(await uses(id)).toBe(1);
    await shop.call(cancelOrder, { orderId }, { token: ana.token });
    await shop.doJobs();
    await shop.doJobs();
    const { rows } = await db.execute(sql`
      select a.refunded_cents::int as refunded, r.cents from payment_attempt a join payment_refund r on r.attempt_id = a.id
      join customer_order o on o.id = a.id where o.number = ${orderId}`);
    expect([rows, await uses(id)]).toEqual([[{ refunded: 2547, cents: 2547 }], 0]);
  });

  test("and gives it back when it is canceled or runs out of time", async () => {
    const [ana, luis] = [await shopper(), await shopper()];
    const fig = await addProduct(shop, { price: 10 });
    const { id, code } = await addCoupon(shop, { maxUses: 1 });
    const first = await pay(ana, code, fig);
    expect((await pay(luis, code, fig)).body.data.why).toBe("used up");
    await shop.call(cancelPayment, { orderId: first.body.orderId }, { token: ana.token });
    expect(await uses(id)).toBe(0);
    const second = await pay(ana, code, fig);
    await shop.sandbox.payer(second.body.orderId, "approve");
    await db.execute(sql`update payment_attempt set expires_at = now() where provider_ref = ${second.body.orderId}`);
    await shop.doJobs("early");
    expect(await uses(id)).toBe(0);
    // Somebody else got it, so the late shopper is charged nothing.
    expect((await order(luis, code, fig)).status).toBe(200);
    expect(await ana.confirm(second.body.orderId)).toMatchObject({ status: 409 });
    const { rows } = await db.execute(sql`select status from payment_attempt where provider_ref = ${second.body.orderId}`);
    expect([rows, await uses(id)]).toEqual([[{ status: "EXPIRED" }], 1]);
    await db.execute(sql`update coupon set max_uses = 2 where id = ${id}`);
    expect([(await ana.confirm(second.body.orderId)).status, await uses(id)]).toEqual([200, 2]);
  });

  test("and a late payment gets nothing off for a first order once there is one", async () => {
    const fig = await addProduct(shop, { price: 10 });
    const { id, code } = await addCoupon(shop, { firstOrderOnly: true });
    const late = async () => {
      const ana = await shopper();
      const { orderId } = (await pay(ana, code, fig)).body;
      await shop.sandbox.payer(orderId, "approve");
      await db.execute(sql`update payment_attempt set expires_at = now() where provider_ref = ${orderId}`);
      await shop.doJobs("early");
      return { ana, orderId };
    };
    const [one, other] = [await late(), await late()];
    expect((await order(one.ana, code, fig)).status).toBe(200);
    expect([(await one.ana.confirm(one.orderId)).status, await uses(id)]).toEqual([409, 1]);
    expect([(await other.ana.confirm(other.orderId)).status, await uses(id)]).toEqual([200, 2]);
  });

  test("and a first order gets nothing off twice while the provider takes days to decide about the first payment", async () => {
    const fig = await addProduct(shop, { price: 10 });
    const { id, code } = await addCoupon(shop, { firstOrderOnly: true });
    const ana = await shopper();
    const { orderId } = (await pay(ana, code, fig)).body;
    await shop.sandbox.payer(orderId, "approve");
    await shop.sandbox.fault("paypal", { operation: "capture", effect: "pending" });
    await ana.confirm(orderId);
    await db.execute(sql`update payment_attempt set capturing_since = now() - interval '6 minutes' where provider_ref = ${orderId}`);
    for (const again of [await pay(ana, code, fig), await order(ana, code, fig)]) expect([again.status, await uses(id)]).toEqual([409, 1]);
    expect((await ana.orderInCash({ [fig]: 1 })).status).toBe(200);
  });
});

test("nobody finds a code by trying, not even with many tries at once", async () => {
  const eve = await newPayer(shop);
  const fig = await addProduct(shop);
  const { code } = await addCoupon(shop);
  const right = await Promise.all(Array.from({ length: 12 }, () => check(eve, code, fig)));
  expect(new Set(right.map(({ status }) => status))).not.toContain(409);
  const wrong = await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 2 ? check(eve, `WRONG-${n}`, fig) : order(eve, `WRONG-${n}`, fig))),
  );
  const statuses = wrong.map(({ status }) => status);
  expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(10);
  expect(statuses.every((status) => status === 409 || status === 429)).toBe(true);
  expect((await check(eve, "WRONG-AGAIN", fig)).status).toBe(429);
  // Without a code, they shop on.
  expect((await eve.orderInCash({ [fig]: 1 })).status).toBe(200);
  const other = await newPayer(shop);
  expect((await check(other, code, fig)).headers["cache-control"]).toContain("no-store");
});

test("only shoppers who are logged in can look a code up", async () => {
  const list_items = items(await addProduct(shop));
  expect((await shop.call(contract.checkCoupon, { code: "ANY", list_items })).status).toBe(401);
});

test("shoppers are asked for a coupon exactly while one is active by the rules", async () => {
  const { id } = await addCoupon(shop, { code: "ASKED" });
  const [days, limits] = [
    [null, -1, 0, 1],
    [null, 3, 4],
  ];
  const compared: [why: string, offered: boolean, active: boolean][] = [];
  const rolledBack = new Error("rolled back");
  const compareAll = db.transaction(async (tx) => {
    await tx.execute(sql`update coupon set ended_at = now() where id <> ${id}`);
    for (const isEnded of [false, true])
      for (const active of [true, false])
        for (const starts of days)
          for (const ends of days.filter((day) => day === null || starts === null || starts <= day))
            for (const most of limits) {
              const today = sql`(now() at time zone 'UTC')::date`;
              await tx.execute(sql`
                update coupon set ended_at = case when ${isEnded}::boolean then now() end, active = ${active}, uses = 3, max_uses = ${most}::int,
                  starts_on = ${today} + ${starts}::int, ends_on = ${today} + ${ends}::int where id = ${id}`);
              const coupon = (await readCoupon(tx, id, "UTC"))!;
              const why = JSON.stringify({ isEnded, active, starts, ends, most });
              compared.push([why, await isAnyOffered(tx, "UTC"), stateOf(coupon, coupon) === "active"]);
            }
    throw rolledBack;
  });
  await expect(compareAll).rejects.toBe(rolledBack);
  expect(compared.filter(([, offered, active]) => offered !== active)).toEqual([]);
  expect(new Set(compared.map(([, offered]) => offered))).toEqual(new Set([true, false]));
});
