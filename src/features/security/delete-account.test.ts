import { existsSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { newId } from "#server/new-id.ts";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { makeAdmin, PASSWORD, signUp, type SignedUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { login, refresh, register, userDetails } from "../account/contract.ts";
import { uploadAvatar } from "../account/profile/contract.ts";
import { BY_THE_SHOP } from "../account/security-events.ts";
import { createAddress } from "../addresses/contract.ts";
import { listAdminChanges } from "../audit/contract.ts";
import { addToCart } from "../cart/contract.ts";
import { sendMessage } from "../contact/contract.ts";
import { cashOnDelivery, listOrders, order } from "../orders/contract.ts";
import { orderReply } from "../orders/order-reply.ts";
import { readOrder } from "../orders/store.ts";
import { attempts } from "../payments/tables.ts";
import { forgotPassword } from "../reset/contract.ts";
import { changeStatus } from "../staff/contract.ts";
import * as contract from "./contract.ts";
import { deleteAccount } from "./delete-account.ts";

const shop = await openTestShop();
const { call } = shop;
const { database, config } = shop.shop;
const { pool } = database;

const leave = ({ token }: SignedUp, password = PASSWORD) => call(contract.deleteAccount, { password }, { token });
const count = async (table: string, userId: string) =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${table} where user_id = $1`, [userId])).rows[0]!.n;

/** What becomes of the rows that refer to an account when it is deleted. Those that stay hold nothing else about the person. */
const ROWS = {
  address: { user_id: "deleted" },
  admin_change: { by_id: "stays" },
  authenticator: { user_id: "deleted" },
  cart_line: { user_id: "deleted" },
  cart_merge: { user_id: "deleted" },
  catalogue_import: { by_id: "stays" },
  complaint: { answered_by: "stays" },
  contact_message: { answered_by: "stays", user_id: "deleted" },
  coupon_use: { user_id: "stays" },
  customer_order: { user_id: "stays" },
  known_place: { user_id: "deleted" },
  order_key: { user_id: "deleted" },
  passkey: { user_id: "deleted" },
  payment_attempt: { user_id: "stays" },
  recovery_code: { user_id: "deleted" },
  reservation: { user_id: "stays" },
  saved_list: { user_id: "deleted" },
  security_event: { user_id: "stays" },
  session: { user_id: "deleted" },
  staff_invitation: { invited_by: "stays" },
  step_ticket: { user_id: "deleted" },
} satisfies Record<string, Record<string, "deleted" | "stays">>;

/** Somebody with everything an account can have. */
async function settledPerson() {
  const person = await signUp(shop, { name: "Bettina Bold" });
  const { token, user } = person;
  const productId = await addProduct(shop);
  const addressId = await addAddress(shop, user._id, { addressLine: "7 Secret Lane", mobile: "+49 170 5550199" });
  const headers = { "idempotency-key": "of Bettina" };
  const placed = await call(cashOnDelivery, { list_items: [{ productId, quantity: 2 }], addressId }, { token, headers });
  await call(addToCart, { productId }, { token });
  const words = { name: user.name, email: user.email, subject: "Figs", message: "Are they in season?" };
  await call(sendMessage, { ...words, userId: user._id }, { token });
  return { ...person, orderId: placed.body.data._id as string, number: placed.body.data.orderId as string };
}

const arrive = (orderId: string) => pool.query("update customer_order set status = 'DELIVERED' where id = $1", [orderId]);

describe("deleting an account", () => {
  test("decides about every column that refers to an account", async () => {
    const { rows } = await pool.query<{ table: string; column: string }>(`
      select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'user_account'::regclass order by 1, 2`);
    const decided = Object.entries(ROWS).flatMap(([table, columns]) => Object.keys(columns).map((column) => ({ table, column })));
    expect(rows).toEqual(decided);
  });

  test("leaves the order to the shop and no other trace of the person", async () => {
    const person = await settledPerson();
    const before = order.parse(orderReply((await readOrder(database.db, person.orderId))!));
    await call(forgotPassword, { email: person.user.email });
    await arrive(person.orderId);
    expect(await leave(person)).toMatchObject({
      status: 200,
      body: { message: "Your account was deleted" },
    });

    for (const [table, columns] of Object.entries(ROWS)) {
      if (!("user_id" in columns) || columns.user_id !== "deleted") continue;
      expect([table, await count(table, person.user._id)]).toEqual([table, 0]);
    }
    const kept = (await readOrder(database.db, person.orderId))!;
    expect(order.parse(orderReply(kept))).toEqual({
      ...before,
      status: "DELIVERED",
      userId: { _id: person.user._id, name: "Deleted account" },
      delivery_address: { address_line: "Removed with the account", city: "", state: "", pincode: "", country: "Peru", mobile: "" },
    });
    const { rows } = await pool.query<{ row: string }>(
      "select u::text as row from user_account u union all select o::text from customer_order o union all select e::text from security_event e union all select r::text from password_reset r",
    );
    const everything = rows.map(({ row }) => row).join("\n");
    for (const trace of ["Bettina", "7 Secret Lane", "5550199", person.user.email]) expect(everything).not.toContain(trace);
  });

  test("ends every session immediately; the email address can register again and gets a last email", async () => {
    const person = await signUp(shop);
    const phone = (await call(login, { email: person.user.email, password: PASSWORD })).body.data;
    await leave(person);
    for (const token of [person.token, phone.accesstoken]) expect((await call(userDetails, undefined, { token })).status).toBe(401);
    for (const token of [person.refreshToken, phone.refreshToken]) expect((await call(refresh, undefined, { token })).status).toBe(401);
    expect((await call(login, { email: person.user.email, password: PASSWORD })).status).toBe(401);
    expect((await call(login, { email: `deleted-${person.user._id}@deleted.invalid`, password: PASSWORD })).status).toBe(401);

    const emails = await shop.emailsTo(person.user.email);
    expect(emails.map(({ subject }) => subject)).toEqual(["Your account was deleted"]);
    const { user } = person;
    const again = await call(register, { name: user.name, email: user.email, password: PASSWORD, confirmPassword: PASSWORD });
    expect(again.status).toBe(200);
    const anew = (await call(login, { email: user.email, password: PASSWORD })).body.data.accesstoken;
    expect((await call(listOrders, { page: 1 }, { token: anew })).body.data).toEqual([]);
  });

  test.each(["PENDING", "SHIPPED"])("is refused while an order is %s, and changes nothing", async (status) => {
    const person = await settledPerson();
    await pool.query("update customer_order set status = $2 where id = $1", [person.orderId, status]);
    expect(await leave(person)).toMatchObject({
      status: 409,
      body: {
        message: `Your order ${person.number} is still on the way. You can delete your account once everything has arrived or been canceled.`,
      },
    });
    expect((await call(userDetails, undefined, { token: person.token })).body.data).toMatchObject({
      name: "Bettina Bold",
      address_details: [expect.any(String)],
      shopping_cart: [expect.any(String)],
    });
  });

  test("is refused while a payment may still become an order; a finished payment loses its address", async () => {
    const person = await signUp(shop);
    const where = { address_line: "7 Secret Lane", city: "Lima", state: "Lima", pincode: "15001", country: "Peru", mobile: "+49" };
    await database.db.insert(attempts).values({
      id: newId(),
      userId: person.user._id,
      provider: "paypal",
      status: "CAPTURING",
      lines: [],
      subtotalCents: 100,
      totalCents: 100,
      deliveryAddress: where,
      expiresAt: new Date(),
    });
    expect(await leave(person)).toMatchObject({
      status: 409,
      body: { message: "You have an open payment. Cancel it, or try again in half an hour." },
    });
    await pool.query("update payment_attempt set status = 'CANCELLED' where user_id = $1", [person.user._id]);
    expect((await leave(person)).status).toBe(200);
    const { rows } = await pool.query("select delivery_address as address from payment_attempt where user_id = $1", [person.user._id]);
    expect(rows).toMatchObject([{ address: { address_line: "Removed with the account", city: "", country: "Peru", mobile: "" } }]);
  });

  test("is refused if the password changes while it is being checked, and happens once", async () => {
    const { user, token } = await signUp(shop);
    const known = { passwordHash: "of another one", email: user.email, isConfirmed: false };
    const leaving = deleteAccount(shop.shop, { userId: user._id, known, from: BY_THE_SHOP, allowed: Promise.resolve() });
    await expect(leaving).rejects.toMatchObject({ status: 409, message: "Your password has just been changed. Log in again." });
    const answers = await Promise.all([1, 2, 3].map(() => call(contract.deleteAccount, { password: PASSWORD }, { token })));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(await shop.emailsTo(`deleted-${user._id}@deleted.invalid`)).toEqual([]);
  });

  test("discards an avatar that was being uploaded", async () => {
    const address = { address_line: "7 Late Lane", city: "Lima", state: "Lima", country: "Peru", pincode: "1", mobile: "1" };
    for (let round = 0; round < 5; round++) {
      const { user, token } = await signUp(shop);
      const message = { name: user.name, email: user.email, subject: "Late", message: "Late" };
      const leaving = call(contract.deleteAccount, { password: PASSWORD }, { token });
      const sent: Promise<unknown>[] = [];
      const person = { left: false };
      void leaving.finally(() => (person.left = true));
      while (!person.left) {
        sent.push(call(createAddress, address, { token }), call(sendMessage, message, { token }));
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
      expect((await leaving).status).toBe(200);
      await Promise.all(sent);
      expect([await count("address", user._id), await count("contact_message", user._id)]).toEqual([0, 0]);
    }
  });

  test("removes the name from the audit of what admins did to the account", async () => {
    const [admin, person] = [await makeAdmin(shop), await signUp(shop, { name: "Carla Cautious" })];
    for (const status of ["Suspended", "Active"] as const) await call(changeStatus, { _id: person.user._id, status }, admin);
    const { body } = await call(login, { email: person.user.email, password: PASSWORD });
    expect((await leave({ ...person, token: body.data.accesstoken })).status).toBe(200);
    const changes = await call(listAdminChanges, { kind: "user", id: person.user._id }, admin);
    expect(changes.body.data).toMatchObject([{ thingName: "Deleted account" }, { thingName: "Deleted account" }]);
    await pool.query("update user_account set role = 'USER' where id = $1", [admin.user._id]);
  });

  test("needs the password", async () => {
    const person = await signUp(shop);
    expect(await leave(person, "wrong")).toMatchObject({ status: 400, body: { message: "That password isn't right. Try again." } });
    expect((await call(userDetails, undefined, { token: person.token })).status).toBe(200);
  });

  test("competes safely with an order: either the order is placed and the account stays, or the order is refused", async () => {
    for (let round = 0; round < 5; round++) {
      const person = await signUp(shop);
      const productId = await addProduct(shop);
      const addressId = await addAddress(shop, person.user._id);
      const request = { list_items: [{ productId, quantity: 1 }], addressId };
      const [placed, left] = await Promise.all([call(cashOnDelivery, request, { token: person.token }), leave(person)]);
      expect([placed.status === 200, left.status === 200]).toContain(true);
      expect(placed.status === 200 && left.status === 200).toBe(false);
      expect(await count("customer_order", person.user._id)).toBe(placed.status === 200 ? 1 : 0);
    }
  });

  test("is refused for the last admin; of two who leave concurrently, one can", async () => {
    const ada = await makeAdmin(shop);
    expect(await leave(ada)).toMatchObject({
      status: 409,
      body: { message: "You are the only admin. Make someone else an admin first." },
    });
    const bea = await makeAdmin(shop);
    const answers = await Promise.all([leave(ada), leave(bea)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  test("deletes the avatar", async () => {
    const person = await signUp(shop);
    const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#14613a" } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set("avatar", new Blob([new Uint8Array(picture)], { type: "image/png" }), "me.png");
    const sent = new Response(form);
    const answer = await shop.app.inject({
      method: "PUT",
      url: uploadAvatar.path,
      headers: { authorization: `Bearer ${person.token}`, "content-type": sent.headers.get("content-type")! },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    const { avatar } = answer.json<{ data: { avatar: string } }>().data;
    const open = () => shop.app.inject({ method: "GET", url: avatar });
    expect((await open()).statusCode).toBe(200);
    await leave(person);
    expect((await open()).statusCode).toBe(404);
    expect(existsSync(join(config.dataDir, "images"))).toBe(true);
  });
});

describe("downloading personal data", () => {
  test("returns everything about the person as a dated file, stored nowhere", async () => {
    const person = await settledPerson();
    await settledPerson();
    const { status, body, headers } = await call(contract.downloadData, undefined, { token: person.token });
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["content-disposition"]).toBe(`attachment; filename="my-data-${new Date().toISOString().slice(0, 10)}.json"`);
    expect(contract.personalData.parse(body.data)).toEqual(body.data);
    expect(body.data).toMatchObject({
      profile: { _id: person.user._id, email: person.user.email },
      addresses: [{ address_line: "7 Secret Lane" }],
      cart: [{ quantity: 1 }],
      orders: [{ orderId: person.number }],
      orderCount: 1,
      messages: [{ subject: "Figs" }],
      sessions: [{ current: true }],
      // The download itself is recorded at the same time.
      securityEvents: expect.arrayContaining([expect.objectContaining({ kind: "login" })]),
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password_?hash/i);
  });

  test("is limited per account", async () => {
    const strict = await openTestShop({ RATE_LIMIT: "on" });
    const { token } = await signUp(strict);
    for (let n = 0; n < 10; n++) expect((await strict.call(contract.downloadData, undefined, { token })).status).toBe(200);
    expect((await strict.call(contract.downloadData, undefined, { token })).status).toBe(429);
    const other = await signUp(strict);
    expect((await strict.call(contract.downloadData, undefined, { token: other.token })).status).toBe(200);
  });
});
