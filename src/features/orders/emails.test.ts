import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { enqueue } from "#server/jobs/jobs.ts";
import { daily, setDelivery, slotsOf, zone } from "../../../tests/support/delivery.ts";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop, type TestShop } from "../../../tests/support/test-shop.ts";
import { verifyEmail } from "../account/contract.ts";
import { VerificationTokens } from "../account/verification-token.ts";
import { changeSettings, readSettings } from "../shop/settings/contract.ts";
import { declineCancel, updateOrderStatus } from "./admin/contract.ts";
import { cancelOrder, cashOnDelivery, listOrders } from "./contract.ts";

const shop = await openTestShop();

const tokenFor = ({ shop: { config } }: TestShop, { _id: userId, email }: { _id: string; email: string }) =>
  new VerificationTokens(config.jwtSecret).sign({ userId, email });

test("an order is confirmed by one email with its receipt, even if the request came twice", async () => {
  const { user, token } = await signUp(shop, { name: "Ana Soto" });
  const addressId = await addAddress(shop, user._id);
  const apples = await addProduct(shop, { name: "Red <Apples>", brand: "Acme", sku: "RED-<1>", price: 3.49, discount: 15, stock: 10 });
  const order = () =>
    shop.call(
      cashOnDelivery,
      { list_items: [{ productId: apples, quantity: 2 }], addressId },
      { token, headers: { "idempotency-key": "one" } },
    );
  const { body } = await order();
  await order();

  const emails = await shop.emailsTo(user.email);
  expect(emails).toHaveLength(1);
  expect(emails[0]?.subject).toBe(`Your order ${body.data.orderId}`);
  expect(emails[0]?.text).toContain(
    "Red <Apples>, Acme · SKU RED-<1> (2 × $2.97): $5.94\nSubtotal: $6.98\nSavings: −$1.04\nDelivery: Free\nTotal Amount: $5.94",
  );
  expect(emails[0]?.html).toContain("Red &lt;Apples&gt;, <span");
  // On one line, which would otherwise break at the hyphen.
  expect(emails[0]?.html).toContain('<span style="display:inline-block;max-width:100%">SKU RED-&lt;1&gt;</span>');
  await shop.doJobs("early");
  expect(await shop.emailsTo(user.email)).toHaveLength(1);
});

test("emails greet by name only once the address is confirmed, since a stranger may have typed both", async () => {
  const { user, token } = await signUp(shop, { name: "Win at evil.example" });
  const addressId = await addAddress(shop, user._id, { addressLine: "Go to evil.example" });
  const rice = await addProduct(shop, { stock: 10 });
  const order = () => shop.call(cashOnDelivery, { list_items: [{ productId: rice, quantity: 1 }], addressId }, { token });
  await order();
  const [first] = await shop.emailsTo(user.email);
  expect(`${first?.html} ${first?.text}`).not.toContain("evil");

  await shop.call(verifyEmail, { token: await tokenFor(shop, user) });
  await order();
  const [second] = await shop.emailsTo(user.email);
  expect(second?.text).toContain("Hello Win at evil.example,");
  expect(second?.text).toContain("Deliver to: Go to evil.example, Lima");
});

test("the confirmation says when an order comes, or where and when to pick it up", async () => {
  const { user, token } = await signUp(shop);
  await shop.call(verifyEmail, { token: await tokenFor(shop, user) });
  const list_items = [{ productId: await addProduct(shop, { price: 5, stock: 10 }), quantity: 1 }];
  const addressId = await addAddress(shop, user._id);
  const collection = { address: "1 Shop Street\nLima", times: [daily(9, { from: "15:00", to: "17:30" })] };
  await setDelivery(shop, { zones: [zone({ fee: 3.5, times: [daily(9)] })], collection });
  for (const way of ["delivery", "collection"] as const) {
    const [, slot] = await slotsOf(shop, way);
    await shop.call(cashOnDelivery, { list_items, addressId, delivery: { way, slot: slot!.id } }, { token });
  }
  await setDelivery(shop, { on: false });
  const emails = await shop.emailsTo(user.email);
  const delivered = emails.find(({ text }) => text?.includes("Delivery fee"));
  const collected = emails.find(({ text }) => text?.includes("Pickup:"));
  expect(delivered?.text).toContain("Delivery fee: $3.50\nTotal Amount: $8.50");
  expect(delivered?.text).toMatch(/^Delivery: \w{3}, \w{3} \d+, 9 AM–12 PM · Centro$/m);
  expect(delivered?.text).toContain("Deliver to: 12 Market Street");
  expect(collected?.text).toMatch(/^Pickup: \w{3}, \w{3} \d+, 3 PM–5:30 PM · 1 Shop Street, Lima$/m);
  expect(collected?.text).not.toContain("Deliver to");

  const [order] = (await shop.call(listOrders, {}, { token })).body.data;
  await shop.call(updateOrderStatus, { orderId: order._id, status: "SHIPPED" }, await makeAdmin(shop));
  const ready = (await shop.emailsTo(user.email)).find(({ subject }) => subject?.endsWith("is ready for pickup"));
  expect(ready?.text).toMatch(/^Pickup: .*, 3 PM–5:30 PM · 1 Shop Street, Lima$/m);

  await shop.call(cancelOrder, { orderId: order._id }, { token, spoken: "es" });
  await shop.call(declineCancel, { orderId: order._id }, await makeAdmin(shop));
  const after = await shop.emailsTo(user.email);
  const requested = after.find(({ subject }) => subject === `Tu solicitud para cancelar el pedido ${order.orderId}`);
  const declined = after.find(({ text }) => text?.includes("too late"));
  expect(requested?.text).toContain("Ya estaba listo para recoger, así que estamos viendo si podemos cancelarlo.");
  expect(declined?.subject).toBe(`Your order ${order.orderId} was not canceled`);
  expect(declined?.text).toContain(`It was too late to cancel order ${order.orderId}.`);
  expect(declined?.text).toMatch(/^Pickup: .*, 3 PM–5:30 PM · 1 Shop Street, Lima$/m);
  expect(declined?.text).not.toMatch(/on its way|arrives/);

  await shop.call(updateOrderStatus, { orderId: order._id, status: "CANCELLED" }, await makeAdmin(shop));
  const canceled = (await shop.emailsTo(user.email)).find(({ subject }) => subject === `Your order ${order.orderId} was canceled`);
  expect(canceled?.text).toContain(`Your order ${order.orderId} was canceled, so please don't come to pick it up.`);
});

test("an order is only said not to be sent if it was canceled before", async () => {
  const { user, token } = await signUp(shop);
  const list_items = [{ productId: await addProduct(shop), quantity: 1 }];
  const addressId = await addAddress(shop, user._id);
  const admin = await makeAdmin(shop);
  for (const status of ["PENDING", "SHIPPED", "DELIVERED"] as const) {
    const { data } = (await shop.call(cashOnDelivery, { list_items, addressId }, { token })).body;
    if (status !== "PENDING") await shop.call(updateOrderStatus, { orderId: data._id, status }, admin);
    await shop.call(updateOrderStatus, { orderId: data._id, status: "CANCELLED" }, admin);
    const canceled = (await shop.emailsTo(user.email)).find(({ subject }) => subject === `Your order ${data.orderId} was canceled`);
    const words = status === "PENDING" ? "was canceled and won't be sent." : "was canceled.";
    expect(canceled?.text).toContain(`\n\nYour order ${data.orderId} ${words}\n\n`);
  }
});

test("an order that has arrived is not said to be on its way when the shop declines to cancel it", async () => {
  const { user, token } = await signUp(shop);
  const list_items = [{ productId: await addProduct(shop), quantity: 1 }];
  const { data } = (await shop.call(cashOnDelivery, { list_items, addressId: await addAddress(shop, user._id) }, { token })).body;
  const admin = await makeAdmin(shop);
  await shop.call(updateOrderStatus, { orderId: data._id, status: "DELIVERED" }, admin);
  await shop.call(cancelOrder, { orderId: data._id }, { token });
  await shop.call(declineCancel, { orderId: data._id }, admin);
  const declined = (await shop.emailsTo(user.email)).find(({ text }) => text?.includes("too late"));
  expect(declined?.subject).toBe(`Your order ${data.orderId} was not canceled`);
  expect(declined?.text).not.toMatch(/on its way|arrives/);
});

test("orders send at most ten emails a day to an unconfirmed address, since it may be a stranger's", async () => {
  const limited = await openTestShop({ RATE_LIMIT: "on" });
  const { user, token } = await signUp(limited);
  const list_items = [{ productId: await addProduct(limited), quantity: 1 }];
  const addressId = await addAddress(limited, user._id);
  const order = async () => (await limited.call(cashOnDelivery, { list_items, addressId }, { token })).body.data;
  for (let n = 0; n < 6; n++) await limited.call(cancelOrder, { orderId: (await order())._id }, { token });
  expect(await limited.emailsTo(user.email)).toHaveLength(10);
  // Another account with the same mailbox gets none, since a stranger may have created both.
  const other = await signUp(limited, { email: user.email.replace("@", "+2@") });
  await limited.call(cashOnDelivery, { list_items, addressId: await addAddress(limited, other.user._id) }, { token: other.token });
  expect(await limited.emailsTo(other.user.email)).toEqual([]);
  await limited.call(verifyEmail, { token: await tokenFor(limited, user) });
  await order();
  expect(await limited.emailsTo(user.email)).toHaveLength(11);
});

test("a refused order sends no email", async () => {
  const { user, token } = await signUp(shop);
  const addressId = await addAddress(shop, user._id);
  const rare = await addProduct(shop, { name: "Truffle", price: 90, stock: 1 });
  await shop.call(cashOnDelivery, { list_items: [{ productId: rare, quantity: 2 }], addressId }, { token });
  expect(await shop.emailsTo(user.email)).toEqual([]);
});

test("shoppers are told when their order is sent and delivered, and the people named in the settings when one is placed", async () => {
  const admin = await makeAdmin(shop);
  const was = (await shop.call(readSettings, undefined, { token: admin.token })).body.data.settings;
  const orderEmails = ["boss@shop.example", "desk@shop.example"];
  expect((await shop.call(changeSettings, { changes: { orderEmails }, was }, { token: admin.token })).status).toBe(200);
  const { user, token } = await signUp(shop);
  const addressId = await addAddress(shop, user._id);
  const rice = await addProduct(shop, { name: "Rice", price: 4, stock: 10 });
  const list_items = [{ productId: rice, quantity: 2 }];
  const { orderId } = (await shop.call(cashOnDelivery, { list_items, addressId }, { token })).body.data;
  for (const to of orderEmails) {
    const [email] = await shop.emailsTo(to);
    expect(email).toMatchObject({ subject: `New order ${orderId}`, text: expect.stringContaining("Rice (2 × $4.00): $8.00") });
  }
  for (const status of ["SHIPPED", "SHIPPED", "DELIVERED"] as const)
    await shop.call(updateOrderStatus, { orderId, status }, { token: admin.token });
  const emails = await shop.emailsTo(user.email);
  expect(emails.map(({ subject }) => subject).toReversed()).toEqual([
    `Your order ${orderId}`,
    `Your order ${orderId} is on its way`,
    `Your order ${orderId} was delivered`,
  ]);
  expect(emails[1]?.text).toContain("Please have $8.00 ready in cash.");
});

test("products that run low are reported once by email, and again after they were restocked", async () => {
  const admin = await makeAdmin(shop);
  const was = (await shop.call(readSettings, undefined, { token: admin.token })).body.data.settings;
  const changes = { stockEmails: ["stock@shop.example"] };
  await shop.call(changeSettings, { changes, was }, { token: admin.token });
  const { db } = shop.shop.database;
  await db.execute(sql`update product set stock = 100`);
  const look = async () => {
    await enqueue(db, { name: "stock.look-low", data: z.unknown() }, null);
    return (await shop.emailsTo("stock@shop.example")).length;
  };
  const rice = await addProduct(shop, { name: "Basmati rice", unit: "1 kg", stock: 10 });
  const figs = await addProduct(shop, { name: "Loose figs", unit: "", stock: 5 });
  await db.execute(sql`update product set weighed_by = 'weight', weighed_grams = 100 where id = ${figs}`);
  await addProduct(shop, { name: "Winter pears", stock: 0, hidden: true });
  expect([await look(), await look()]).toEqual([1, 1]);
  const [email] = await shop.emailsTo("stock@shop.example");
  expect(email).toMatchObject({ subject: "2 products are low on stock", text: expect.stringContaining("Basmati rice (1 kg): 10 left") });
  expect(email!.text).toContain("Loose figs: 0.5 kg left");
  await db.execute(sql`update product set stock = 50 where id = ${rice}`);
  expect(await look()).toBe(1);
  await db.execute(sql`update product set stock = 0 where id = ${rice}`);
  expect([await look(), await look()]).toEqual([2, 2]);

  // In the language of the emails to the staff, with its goods.
  await shop.call(changeSettings, { changes: { staffLanguage: "es" }, was: { ...was, ...changes } }, { token: admin.token });
  await db.execute(sql`update product set stock = 3, name_es = 'Higos sueltos', unit_es = 'malla' where id = ${figs}`);
  await db.execute(sql`delete from low_stock_notice`);
  await look();
  const [spanish] = await shop.emailsTo("stock@shop.example");
  expect(spanish).toMatchObject({
    subject: "2 productos con stock bajo",
    text: expect.stringContaining("Higos sueltos (malla): 0.3 kg en stock"),
  });
});
