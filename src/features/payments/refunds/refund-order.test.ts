import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { changingShop } from "../../../../tests/support/changing-shop.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf, refundInDashboard } from "../../../../tests/support/paying-shop.ts";
import { makeAdmin, signUp } from "../../../../tests/support/sign-up.ts";
import { untilBlocked } from "../../../../tests/support/until-blocked.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { listAdminChanges } from "../../audit/contract.ts";
import { cancelOrder, cashOnDelivery, getOrder, type OrderDetails } from "../../orders/contract.ts";
import { deleteOrder, getAdminOrder, markPaid, retryRefund, updateOrderStatus } from "../../orders/admin/contract.ts";
import { refundOrderSoon } from "../../orders/refund-job.ts";
import { orders } from "../../orders/tables.ts";
import { recordEvent } from "../../orders/timeline/order-events.ts";
import { markPicked, packOrder, pickList } from "../../pick/contract.ts";
import { insertByHand, lockHeld } from "../differences/start-difference.ts";
import { refundByHand, retryPaymentRefund, unsettledPayments } from "./contract.ts";
import { jobs } from "../jobs.ts";
import { readAttempt, readAttemptByRef, updateAttempt } from "../store.ts";
import { readRefundSoFar } from "./refund-order.ts";

const shop = await openPayingShop();
const { call, sandbox, doJobs } = shop;
const { db } = shop.shop.database;

/** A shopper with an order of two pieces for $8.00, paid by PayPal. */
async function paidOrder() {
  const productId = await addProduct(shop, { price: 4, stock: 5 });
  const payer = await newPayer(shop);
  const { body } = await payer.confirm(await payer.approve({ [productId]: 2 }));
  const orderId: string = body.data.orderId;
  const details = async (): Promise<OrderDetails> => (await call(getOrder, { orderId }, { token: payer.token })).body.data;
  const { _id: attemptId } = await details();
  return { productId, attemptId, email: payer.user.email, details, cancel: () => call(cancelOrder, { orderId }, { token: payer.token }) };
}

const refundAtPayPal = async (attemptId: string, value: string) =>
  refundInDashboard(sandbox, (await readAttempt(db, attemptId))!.chargeRef!, value);

/** Tells the shop that something happened to a payment. */
async function hear(attemptId: string): Promise<void> {
  await enqueue(db, jobs.finish, { attemptId });
  await doJobs();
}

const kinds = ({ timeline }: OrderDetails) => timeline.map(({ kind }) => kind);

test("canceling an order refunds only what was not refunded before", async () => {
  const { attemptId, details, cancel } = await paidOrder();
  await refundAtPayPal(attemptId, "3.00");
  await hear(attemptId);
  expect((await details()).payment_status).toBe("PARTIALLY REFUNDED");
  await cancel();
  await doJobs();
  const order = await details();
  expect(order.payment_status).toBe("REFUNDED");
  expect(kinds(order)).toEqual(["PLACED", "PAID", "PAYMENT STATUS", "CANCELLED", "REFUND REQUESTED", "REFUND DONE"]);
  const { rows } = await db.execute(sql`select cents from payment_refund where attempt_id = ${attemptId}`);
  expect(rows).toEqual([{ cents: 500 }]);
  expect((await readAttempt(db, attemptId))?.refundedCents).toBe(800);
});

test("what an email says of a refund is from before or after the refund starts, never from both", async () => {
  const { attemptId, cancel } = await paidOrder();
  await cancel();
  const { database } = shop.shop;
  let told: ReturnType<typeof readRefundSoFar> | undefined;
  await database.transact(async ({ tx }) => {
    await lockHeld(tx, attemptId);
    told = readRefundSoFar(database, attemptId);
    await untilBlocked(shop);
    await insertByHand(tx, attemptId, 50);
    await recordEvent(tx, { orderId: attemptId, kind: "DIFFERENCE BY HAND", who: "shop", after: "0.50" });
  });
  expect((await told)?.split).toEqual({ byProvider: 750, byHand: 50 });
});

test("canceling an order that is already fully refunded makes no refund", async () => {
  const { attemptId, productId, details, cancel } = await paidOrder();
  await refundAtPayPal(attemptId, "8.00");
  await hear(attemptId);
  expect((await cancel()).body.data).toMatchObject({ status: "CANCELLED", payment_status: "REFUNDED" });
  await doJobs();
  expect(kinds(await details())).toEqual(["PLACED", "PAID", "PAYMENT STATUS", "CANCELLED"]);
  expect(await piecesOf(shop, productId)).toEqual({ stock: 5, sold: 0, reserved: 0 });
});

test("money refunded at the provider just before the shop's own refund counts once", async () => {
  const { attemptId, details, cancel } = await paidOrder();
  await cancel();
  await refundAtPayPal(attemptId, "8.00");
  await hear(attemptId);
  expect((await details()).payment_status).toBe("REFUNDED");
  expect((await readAttempt(db, attemptId))?.refundedCents).toBe(800);
});

test("a refund the provider refuses is recorded and listed for admins", async () => {
  const { attemptId, details, cancel } = await paidOrder();
  // The shop doesn't know, and asks for more than is left.
  await refundAtPayPal(attemptId, "3.00");
  await cancel();
  await doJobs();
  expect(await details()).toMatchObject({ status: "CANCELLED", payment_status: "PAID" });
  expect(kinds(await details()).at(-1)).toBe("REFUND FAILED");
  const admin = await signUp(shop);
  await db.execute(sql`update user_account set role = 'ADMIN' where id = ${admin.user._id}`);
  const { body } = await call(unsettledPayments, {}, { token: admin.token });
  const { orderId: orderNumber } = await details();
  expect(body.data).toMatchObject([{ _id: attemptId, orderNumber, refund: { status: "FAILED", amount: 8, mayRetry: true } }]);
  const inSpanish = await call(unsettledPayments, {}, { token: admin.token, spoken: "es" });
  expect(inSpanish.body.data[0].refund.reason).toMatch(/^El pedido se canceló; PayPal respondió 422 /);
});

/** A cash order for $2.50 that an admin marked as paid and the shopper canceled. */
async function paidInCash() {
  const productId = await addProduct(shop, { price: 2.5, stock: 5 });
  const payer = await newPayer(shop);
  const input = { list_items: [{ productId, quantity: 1 }], addressId: payer.addressId };
  const { data } = (await call(cashOnDelivery, input, { token: payer.token })).body;
  await db.update(orders).set({ paymentStatus: "PAID" }).where(eq(orders.id, data._id));
  await call(cancelOrder, { orderId: data._id }, { token: payer.token });
  await doJobs();
  const details = async (): Promise<OrderDetails> => (await call(getOrder, { orderId: data._id }, { token: payer.token })).body.data;
  return { payer, orderId: data._id as string, number: data.orderId as string, details };
}

const owed = async (token: string, orderId: string) => {
  const { body } = await call(unsettledPayments, undefined, { token });
  return (body.owed as { _id: string }[]).find(({ _id }) => _id === orderId);
};

test("the refund is told in the language of the last login, like the cancellation", async () => {
  const { email, cancel } = await paidOrder();
  await db.execute(sql`update user_account set language = 'es', last_login_at = clock_timestamp() where email = ${email}`);
  await cancel();
  await doJobs();
  const subjects = (await shop.emailsTo(email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /reembolso/.test(subject ?? ""))).toHaveLength(1);
});

describe("a canceled order that was paid in cash", () => {
  test("promises a refund by an admin, not an automatic one", async () => {
    const { payer, details } = await paidInCash();
    expect(await details()).toMatchObject({ payment_status: "PAID" });
    expect(kinds(await details())).toEqual(["PLACED", "CANCELLED", "REFUND BY HAND"]);
    const [email] = await shop.emailsTo(payer.user.email);
    expect(email?.text).toContain("You paid $2.50 in cash. We'll refund it in cash or by bank transfer within 5 business days.");
  });

  test("is listed for admins until one of them has paid the money back, and the shopper is told once", async () => {
    const { payer, orderId, number, details } = await paidInCash();
    const { token } = await makeAdmin(shop);
    expect(await owed(token, orderId)).toMatchObject({ orderId: number, amount: 2.5, metodoDePago: "Cash on delivery" });
    expect((await call(refundByHand, { orderId }, { token: payer.token })).status).toBe(403);
    await call(deleteOrder, { orderId }, { token });
    const answers = await Promise.all([0, 1].map(() => call(refundByHand, { orderId }, { token })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await owed(token, orderId)).toBeUndefined();
    expect(await details()).toMatchObject({ status: "CANCELLED", payment_status: "REFUNDED" });
    expect(kinds(await details()).slice(-1)).toEqual(["REFUND DONE"]);
    const subjects = (await shop.emailsTo(payer.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === `Your refund for order ${number}`)).toHaveLength(1);
    const trail = (await call(listAdminChanges, { kind: "order", id: orderId }, { token })).body.data;
    expect(trail[0]).toMatchObject({ before: { payment_status: "PAID" }, after: { payment_status: "REFUNDED" } });
  });

  test("can be refunded in cash, which takes it off the list and is what the shopper is told", async () => {
    const { payer, orderId, number, details } = await paidInCash();
    const { token } = await makeAdmin(shop);
    expect((await call(refundByHand, { orderId, how: "cash" }, { token })).status).toBe(200);
    expect(await owed(token, orderId)).toBeUndefined();
    expect((await details()).payment_status).toBe("REFUNDED");
    expect(kinds(await details()).at(-1)).toBe("REFUND IN CASH");
    const [email] = await shop.emailsTo(payer.user.email);
    expect(email?.text).toContain(`We refunded the $2.50 you paid for order ${number} in cash.`);
  });

  test("has nothing to refund if it was never paid", async () => {
    const { attemptId, cancel } = await paidOrder();
    const { token } = await makeAdmin(shop);
    expect((await call(refundByHand, { orderId: attemptId }, { token })).status).toBe(409);
    await cancel();
    expect((await call(refundByHand, { orderId: attemptId }, { token })).status).toBe(409);
  });
});

async function pendingRefund() {
  const order = await paidOrder();
  // Other tests' refunds must not hit the fault.
  await doJobs();
  await sandbox.fault("paypal", { operation: "refund", effect: "pending" });
  await order.cancel();
  await doJobs();
  const { rows } = await db.execute<{ ref: string }>(
    sql`select provider_ref as ref from payment_refund where attempt_id = ${order.attemptId}`,
  );
  const { baseUrl, clientId, clientSecret } = sandbox.paypal;
  const settle = (status: "COMPLETED" | "FAILED") =>
    fetch(`${baseUrl}/refunds/${rows[0]!.ref}/settle`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ status }),
    });
  const look = async () => {
    await db.execute(sql`update payment_refund set checked_at = now() - interval '2 hours' where attempt_id = ${order.attemptId}`);
    await enqueue(db, jobs.reconcile, {});
    await doJobs();
  };
  const emails = async () => (await shop.emailsTo(order.email)).map(({ subject }) => subject);
  return { ...order, settle, look, emails };
}

describe("a refund that PayPal is still processing", () => {
  test("is not done: the order says so, no email claims otherwise, and the order cannot be reopened", async () => {
    const { attemptId, details, look, emails } = await pendingRefund();
    const { token } = await makeAdmin(shop);
    for (let n = 0; n < 2; n++) {
      await look();
      await hear(attemptId);
      expect((await details()).payment_status).toBe("PAID");
      expect(kinds(await details()).slice(-2)).toEqual(["REFUND REQUESTED", "REFUND PENDING"]);
    }
    expect((await emails()).some((subject) => subject?.startsWith("Your refund"))).toBe(false);
    expect((await call(updateOrderStatus, { orderId: attemptId, status: "PENDING" }, { token })).status).toBe(409);
    expect((await readAttempt(db, attemptId))?.refundedCents).toBe(0);
  });

  test("is done when PayPal says so, and the shopper gets one email", async () => {
    const { attemptId, details, settle, look, emails } = await pendingRefund();
    expect((await settle("COMPLETED")).status).toBe(200);
    await look();
    await look();
    expect(await details()).toMatchObject({ status: "CANCELLED", payment_status: "REFUNDED" });
    expect(kinds(await details()).slice(-2)).toEqual(["REFUND PENDING", "REFUND DONE"]);
    expect((await readAttempt(db, attemptId))?.refundedCents).toBe(800);
    expect((await emails()).filter((subject) => subject?.startsWith("Your refund"))).toHaveLength(1);
  });

  test("is shown to admins if it fails, and can be retried there", async () => {
    const { attemptId, details, settle, look } = await pendingRefund();
    const { token } = await makeAdmin(shop);
    expect((await settle("FAILED")).status).toBe(200);
    await look();
    expect(kinds(await details()).at(-1)).toBe("REFUND FAILED");
    const { body } = await call(unsettledPayments, undefined, { token });
    expect((body.data as { _id: string }[]).find(({ _id }) => _id === attemptId)).toMatchObject({
      refund: { status: "FAILED", amount: 8, mayRetry: true },
    });
    expect((await call(retryPaymentRefund, { _id: attemptId }, { token })).status).toBe(200);
    await doJobs();
    expect((await details()).payment_status).toBe("REFUNDED");
  });
});

test("a failed refund waits while its provider's keys are missing or can't be read", async () => {
  const { attemptId, details, cancel } = await paidOrder();
  await refundAtPayPal(attemptId, "3.00");
  await cancel();
  await doJobs();
  const { token } = await makeAdmin(shop);
  const isListed = async () => {
    const { body } = await call(unsettledPayments, undefined, { token });
    return (body.data as { _id: string; refund: object }[]).find(({ _id }) => _id === attemptId);
  };
  const failed = { refund: { status: "FAILED", mayRetry: true } };
  const keys = vi.spyOn(shop.shop, "payments").mockResolvedValue({ ...(await shop.shop.payments()), paypal: null });
  const refused = {
    status: 409,
    body: { message: "The keys of PayPal are missing or can't be read. Enter them under Connections, then retry the refund." },
  };
  expect(await call(retryRefund, { orderId: attemptId }, { token })).toMatchObject(refused);
  expect(await call(retryPaymentRefund, { _id: attemptId }, { token })).toMatchObject(refused);
  expect(kinds(await details()).at(-1)).toBe("REFUND FAILED");
  keys.mockRestore();

  // They may be lost between the request and its job.
  expect((await call(retryRefund, { orderId: attemptId }, { token })).status).toBe(200);
  const lost = vi.spyOn(shop.shop, "payments").mockResolvedValue({ ...(await shop.shop.payments()), paypal: null });
  await doJobs();
  expect(await isListed()).toMatchObject(failed);
  lost.mockRestore();
  await doJobs("early");
  await doJobs();
  expect((await details()).payment_status).toBe("REFUNDED");
  expect((await readAttempt(db, attemptId))?.refundedCents).toBe(800);
});

test("a failed refund of a payment that never became an order can be retried too", async () => {
  const productId = await addProduct(shop, { price: 4, stock: 1 });
  const payer = await newPayer(shop);
  const paypalId = await payer.approve({ [productId]: 1 });
  // PayPal takes the money but its response is lost; time runs out and somebody else buys the last piece.
  const attempt = (await readAttemptByRef(db, "paypal", paypalId))!;
  await sandbox.fault("paypal", { operation: "capture", effect: "cut-after", times: 3 });
  await payer.confirm(paypalId);
  await sandbox.clearFaults();
  await db.execute(sql`update reservation set state = 'RELEASED' where order_id = ${attempt.id}`);
  await db.execute(sql`update payment_attempt set status = 'EXPIRED' where id = ${attempt.id}`);
  await sandbox.fault("paypal", { operation: "refund", effect: "refuse", issue: "REFUND_NOT_ALLOWED" });
  await payer.confirm(paypalId);
  await doJobs();
  const { token } = await makeAdmin(shop);
  const listed = async () => {
    const { body } = await call(unsettledPayments, undefined, { token });
    return (body.data as { _id: string }[]).find(({ _id }) => _id === attempt.id);
  };
  expect(await listed()).toMatchObject({ status: "REFUNDING", refund: { status: "FAILED", mayRetry: true } });
  expect((await call(retryPaymentRefund, { _id: attempt.id }, { token })).status).toBe(200);
  await doJobs();
  expect((await readAttempt(db, attempt.id))?.status).toBe("REFUNDED");
  expect(await listed()).toBeUndefined();
});

test("an order that was refunded and reopened is paid by hand, and refunded by hand the second time", async () => {
  const { attemptId, email, details, cancel } = await paidOrder();
  const { token } = await makeAdmin(shop);
  const edit = (change: object) => call(updateOrderStatus, { orderId: attemptId, ...change }, { token });
  expect((await edit({ payment_status: "PENDING" })).status).toBe(409);
  await cancel();
  await doJobs();
  await edit({ status: "PENDING" });
  expect((await details()).payment_status).toBe("PENDING");
  expect((await edit({ payment_status: "PAID" })).status).toBe(200);
  await cancel();
  await doJobs();
  expect(await details()).toMatchObject({ status: "CANCELLED", payment_status: "PAID" });
  expect(kinds(await details()).slice(-2)).toEqual(["REFUND REQUESTED", "REFUND BY HAND"]);
  const [told] = await shop.emailsTo(email);
  expect(told?.subject).toMatch(/was canceled$/);
  expect(told?.text).toContain("We'll refund your $8.00 in cash or by bank transfer within 5 business days.");
  expect(told?.text).not.toContain("PayPal");
});

describe("a canceled order", () => {
  test("cannot be reopened while it is being refunded, and has to be paid again afterwards", async () => {
    const { attemptId, productId, details, cancel } = await paidOrder();
    const { token } = await makeAdmin(shop);
    const reopen = () => call(updateOrderStatus, { orderId: attemptId, status: "SHIPPED" }, { token });
    await cancel();
    const { status, body } = await reopen();
    expect(status).toBe(409);
    expect(body.message).toMatch(/^status cannot be changed while this order is being refunded/);
    expect(await piecesOf(shop, productId)).toEqual({ stock: 5, sold: 0, reserved: 0 });

    await doJobs();
    expect((await reopen()).status).toBe(200);
    // A job may run twice.
    await refundOrderSoon(db, attemptId);
    await doJobs();
    expect(await details()).toMatchObject({ status: "SHIPPED", payment_status: "PENDING" });
  });

  test("can be reopened once its money was all refunded at the provider", async () => {
    const { attemptId, details, cancel } = await paidOrder();
    const { token } = await makeAdmin(shop);
    await cancel();
    await refundAtPayPal(attemptId, "8.00");
    await hear(attemptId);
    expect((await call(updateOrderStatus, { orderId: attemptId, status: "PENDING" }, { token })).status).toBe(200);
    expect(await details()).toMatchObject({ status: "PENDING", payment_status: "PENDING" });
  });

  test("is still paid when reopened after its refund failed", async () => {
    const { attemptId, details, cancel } = await paidOrder();
    const { token } = await makeAdmin(shop);
    await refundAtPayPal(attemptId, "3.00");
    await cancel();
    await doJobs();
    expect((await call(updateOrderStatus, { orderId: attemptId, status: "PENDING" }, { token })).status).toBe(200);
    expect(await details()).toMatchObject({ status: "PENDING", payment_status: "PAID" });
    expect((await call(retryRefund, { orderId: attemptId }, { token })).status).toBe(409);
  });
});

describe("a failed refund", () => {
  test("can be retried once by an admin, for what is still owed, and is recorded", async () => {
    const { attemptId, details, cancel } = await paidOrder();
    const admin = await makeAdmin(shop, { name: "Adela Admin" });
    const retry = (token = admin.token) => call(retryRefund, { orderId: attemptId }, { token });
    expect((await retry()).status).toBe(409);
    await refundAtPayPal(attemptId, "3.00");
    await cancel();
    await doJobs();
    expect(kinds(await details()).at(-1)).toBe("REFUND FAILED");
    expect((await retry((await signUp(shop)).token)).status).toBe(403);

    const told: string[] = [];
    const end = shop.shop.invalidations.subscribe((tags) => void told.push(...tags));
    const answers = await Promise.all([retry(), retry()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await doJobs();
    end();
    expect(told).toContain(`order-changed:${attemptId}`);
    expect(await details()).toMatchObject({ status: "CANCELLED", payment_status: "REFUNDED" });
    const { rows } = await db.execute(sql`select cents, status from payment_refund where attempt_id = ${attemptId}`);
    expect(rows).toEqual([{ cents: 500, status: "DONE" }]);

    const { timeline } = (await call(getAdminOrder, undefined, { token: admin.token, params: { orderId: attemptId } })).body.data;
    expect(timeline.slice(-3)).toMatchObject([
      { kind: "REFUND REQUESTED", whoName: "Adela Admin" },
      { kind: "PAYMENT STATUS", after: "PARTIALLY REFUNDED" },
      { kind: "REFUND DONE" },
    ]);
    const trail = (await call(listAdminChanges, { kind: "order", id: attemptId }, { token: admin.token })).body.data;
    expect(trail).toMatchObject([{ by: { name: "Adela Admin" }, before: { refund: "failed" }, after: { refund: "started again" } }]);
    expect((await retry()).status).toBe(409);
  });

  test("can be retried from the list of unsettled payments even if the order was deleted", async () => {
    const { attemptId, details, cancel } = await paidOrder();
    const { token } = await makeAdmin(shop);
    await refundAtPayPal(attemptId, "3.00");
    await cancel();
    await doJobs();
    await call(deleteOrder, { orderId: attemptId }, { token });
    await db.execute(sql`update payment_refund set created_at = now() - interval '1 hour' where attempt_id = ${attemptId}`);
    const listed = async () => {
      const { body } = await call(unsettledPayments, undefined, { token });
      return (body.data as { _id: string; refund: unknown }[]).find(({ _id }) => _id === attemptId);
    };
    expect(await listed()).toMatchObject({ refund: { status: "FAILED", mayRetry: true } });
    expect((await call(retryRefund, { orderId: attemptId }, { token })).status).toBe(200);
    await doJobs();
    expect((await details()).payment_status).toBe("REFUNDED");
    expect(await listed()).toBeUndefined();
    const trail = (await call(listAdminChanges, { kind: "order", id: attemptId }, { token })).body.data;
    expect(trail[0]).toMatchObject({ before: { refund: "failed" }, after: { refund: "started again" } });
  });

  test("is settled without another one if the money was all refunded meanwhile", async () => {
    const { attemptId, details, cancel } = await paidOrder();
    const { token } = await makeAdmin(shop);
    await refundAtPayPal(attemptId, "3.00");
    await cancel();
    await doJobs();
    await refundAtPayPal(attemptId, "5.00");
    expect((await call(retryRefund, { orderId: attemptId }, { token })).status).toBe(200);
    await doJobs();
    expect((await details()).payment_status).toBe("REFUNDED");
    expect((await db.execute(sql`select id from payment_refund where attempt_id = ${attemptId}`)).rows).toEqual([]);
  });

  test("cannot be retried for a cash order", async () => {
    const { orderId } = await paidInCash();
    const { token } = await makeAdmin(shop);
    expect((await call(retryRefund, { orderId }, { token })).status).toBe(409);
  });
});

/** Sets the most that managers may refund of one order. */
async function limitTo(cents: number): Promise<void> {
  await db.execute(
    sql`insert into shop_setting (name, value) values ('refundLimitCents', ${cents}) on conflict (name) do update set value = excluded.value`,
  );
  shop.shop.invalidations.publish(["settings"]);
}

describe("a manager refunds up to the limit of the settings", () => {
  const refused = { status: 403, body: { message: "Only an admin can refund more than $7.99" } };

  test("when canceling or deleting a paid order, and nothing is changed by what is refused", async () => {
    await limitTo(799);
    const manager = await signUp(shop, { role: "MANAGER" });
    const { attemptId: orderId, details, productId } = await paidOrder();
    expect(await call(updateOrderStatus, { orderId, status: "CANCELLED" }, manager)).toMatchObject(refused);
    expect(await call(deleteOrder, { orderId }, manager)).toMatchObject(refused);
    expect(await details()).toMatchObject({ status: "PENDING", payment_status: "PAID" });
    expect((await piecesOf(shop, productId)).stock).toBe(3);
    expect((await call(updateOrderStatus, { orderId, status: "SHIPPED" }, manager)).status).toBe(200);

    await limitTo(800);
    expect((await call(updateOrderStatus, { orderId, status: "CANCELLED" }, manager)).status).toBe(200);
    await doJobs();
    expect(await details()).toMatchObject({ status: "CANCELLED", payment_status: "REFUNDED" });
  });

  test("all refunds of an order count together, including what was missing when it was packed", async () => {
    await limitTo(799);
    const manager = await signUp(shop, { role: "MANAGER" });
    const { attemptId: orderId, details, productId } = await paidOrder();
    await call(markPicked, { lines: [{ orderId, position: 0, productId, mark: { found: 1, noneLeft: false } }] }, manager);
    expect((await call(packOrder, { orderId }, manager)).body.data).toEqual({ totalAmt: 4, returned: 4 });
    expect(await call(updateOrderStatus, { orderId, status: "CANCELLED" }, manager)).toMatchObject(refused);
    expect((await details()).status).toBe("PENDING");
    await limitTo(800);
    await doJobs();
    await refundAtPayPal(orderId, "1.00");
    expect((await call(updateOrderStatus, { orderId, status: "CANCELLED" }, manager)).status).toBe(200);
    await doJobs();
    // PayPal had less left than was to be refunded, so that failed.
    await limitTo(799);
    expect(await call(retryRefund, { orderId }, manager)).toMatchObject(refused);
    await limitTo(800);
    expect((await call(retryRefund, { orderId }, manager)).status).toBe(200);
  });

  test("what of a refund is left to the staff counts once, also if Culqi's dashboard refunded the rest", async () => {
    await limitTo(800);
    const manager = await signUp(shop, { role: "MANAGER" });
    const order = await changingShop(shop).cardOrder({ [await addProduct(shop, { price: 8 })]: 1 });
    const { orderId } = order;
    const { _id } = await order.details();
    await updateAttempt(db, _id, { refundedCents: 750 });
    expect((await call(updateOrderStatus, { orderId, status: "CANCELLED" }, manager)).status).toBe(200);
    await doJobs();
    expect((await order.details()).timeline.slice(-2)).toMatchObject([
      { kind: "DIFFERENCE BY HAND", after: "0.50" },
      { kind: "REFUND DONE" },
    ]);
    expect((await call(refundByHand, { orderId, how: "cash" }, manager)).status).toBe(200);
    // Afterwards, too: it is refunded again once it was reopened and paid.
    await limitTo(1600);
    await call(updateOrderStatus, { orderId, status: "PENDING" }, manager);
    await call(markPaid, { orderIds: [orderId] }, manager);
    expect((await call(updateOrderStatus, { orderId, status: "CANCELLED" }, manager)).status).toBe(200);
  });

  test("however often an order is reopened and refunded again, at the total it had each time", async () => {
    await limitTo(1599);
    const manager = await signUp(shop, { role: "MANAGER" });
    const setStatus = (orderId: string, status: "CANCELLED" | "PENDING") => call(updateOrderStatus, { orderId, status }, manager);
    const payAndCancel = async (orderId: string) => {
      expect((await call(markPaid, { orderIds: [orderId] }, manager)).body.data.paid).toBe(1);
      return setStatus(orderId, "CANCELLED");
    };
    const tooMuch = { status: 403, body: { message: "Only an admin can refund more than $15.99" } };

    const { attemptId: online, details } = await paidOrder();
    await setStatus(online, "CANCELLED");
    await doJobs();
    await setStatus(online, "PENDING");
    expect(await payAndCancel(online)).toMatchObject(tooMuch);
    expect(await details()).toMatchObject({ status: "PENDING", payment_status: "PAID" });

    const { body } = await (await newPayer(shop)).orderInCash({ [await addProduct(shop, { price: 8 })]: 1 });
    const inCash: string = body.data._id;
    for (const totalAmt of [8, 7.99]) {
      await call(updateOrderStatus, { orderId: inCash, totalAmt }, manager);
      expect((await payAndCancel(inCash)).status).toBe(200);
      expect((await call(refundByHand, { orderId: inCash, how: "cash" }, manager)).status).toBe(200);
      expect((await setStatus(inCash, "PENDING")).status).toBe(200);
    }
    expect(await payAndCancel(inCash)).toMatchObject(tooMuch);
  });

  test("when packing less than was paid for, as pickers do; an admin may pack it", async () => {
    await limitTo(399);
    const { attemptId: orderId, details, productId } = await paidOrder();
    const [manager, picker] = [await signUp(shop, { role: "MANAGER" }), await signUp(shop, { role: "PICKER" })];
    const [admin, spanish] = [await makeAdmin(shop), await makeAdmin(shop)];
    await db.execute(sql`update user_account set language = 'es' where id = ${spanish.user._id}`);
    await call(markPicked, { lines: [{ orderId, position: 0, productId, mark: { found: 1, noneLeft: false } }] }, picker);
    const isLeftTo = async (who: { token: string }) => (await call(pickList, { orderIds: orderId }, who)).body.data.orders[0]!.needsAdmin;
    expect([await isLeftTo(picker), await isLeftTo(manager), await isLeftTo(admin)]).toEqual([true, true, false]);
    await limitTo(400);
    expect(await isLeftTo(picker)).toBe(false);
    await limitTo(399);
    for (const who of [manager, picker])
      expect(await call(packOrder, { orderId }, who)).toMatchObject({
        status: 403,
        body: { message: "Only an admin can refund or give away more than $3.99. Ask one to pack this order: what you marked is saved." },
      });
    const { rows } = await db.execute<{ data: { userId: string; notification: object } }>(
      sql`select payload->'data' as data from graphile_worker._private_jobs where payload->'data'->'notification' is not null`,
    );
    const { orderId: number } = await details();
    expect(rows.filter(({ data }) => data.userId === admin.user._id).map(({ data }) => data.notification)).toMatchObject([
      { title: `An admin has to pack order ${number}`, path: `/dashboard/pick?orders=${number}` },
      { title: `An admin has to pack order ${number}` },
    ]);
    expect(rows.find(({ data }) => data.userId === spanish.user._id)?.data.notification).toMatchObject({
      title: `Un administrador debe empacar el pedido ${number}`,
      path: `/es/dashboard/pick?orders=${number}`,
    });
    expect(rows.some(({ data }) => data.userId === picker.user._id)).toBe(false);
    expect(await details()).toMatchObject({ totalAmt: 8, timeline: [{ kind: "PLACED" }, { kind: "PAID" }] });
    expect((await piecesOf(shop, productId)).stock).toBe(3);
    expect((await call(packOrder, { orderId }, admin)).body.data).toEqual({ totalAmt: 4, returned: 4 });
  });

  test("when paying back cash or starting a refund again; an admin has no limit", async () => {
    await limitTo(0);
    const manager = await signUp(shop, { role: "MANAGER" });
    const none = { status: 403, body: { message: "Only an admin can refund more than $0.00" } };
    const { orderId } = await paidInCash();
    expect(await call(refundByHand, { orderId }, manager)).toMatchObject(none);
    const { attemptId, cancel } = await paidOrder();
    await refundAtPayPal(attemptId, "3.00");
    await cancel();
    await doJobs();
    expect(await call(retryRefund, { orderId: attemptId }, manager)).toMatchObject(none);
    expect(await call(retryPaymentRefund, { _id: attemptId }, manager)).toMatchObject(none);
    const admin = await makeAdmin(shop);
    expect((await call(refundByHand, { orderId }, admin)).status).toBe(200);
    expect((await call(retryRefund, { orderId: attemptId }, admin)).status).toBe(200);
  });
});
