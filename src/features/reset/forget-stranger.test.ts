import { expect, test } from "vitest";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { getTicket } from "../../../tests/support/reset.ts";
import { PASSWORD, signUp, type SignedUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { login, userDetails } from "../account/contract.ts";
import { updateUser } from "../account/profile/contract.ts";
import { addToCart } from "../cart/contract.ts";
import { FAVORITES, setListLine } from "../lists/contract.ts";
import { cashOnDelivery } from "../orders/contract.ts";
import { resetPassword } from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const { pool } = shop.shop.database;

const NEW = "a larder full of jam";
const TABLES = ["passkey", "address", "cart_line", "saved_list_line"];

/** Fills an account with all that a person can save, and an order. */
async function fill({ user, token }: SignedUp): Promise<void> {
  const [productId, addressId] = [await addProduct(shop), await addAddress(shop, user._id, { addressLine: "1 Stranger Street" })];
  await call(cashOnDelivery, { list_items: [{ productId, quantity: 1 }], addressId }, { token });
  await call(addToCart, { productId }, { token });
  await call(setListLine, { _id: FAVORITES, productId, quantity: 1 }, { token });
  await call(updateUser, { name: "Stranger", mobile: "1234567", email: user.email }, { token });
  const { _id } = user;
  await pool.query("update user_account set avatar = '/images/avatar-x' where id = $1", [_id]);
  await pool.query("insert into passkey (id, user_id, name, public_key, counter, transports) values ($1, $1, 'Phone', '', 0, '{}')", [_id]);
}

const savedBy = async ({ user }: SignedUp) => {
  const count = async (table: string) => (await pool.query(`select from ${table} where user_id = $1`, [user._id])).rowCount;
  return Object.fromEntries(await Promise.all([...TABLES, "customer_order"].map(async (table) => [table, await count(table)] as const)));
};
const profileOf = async ({ user }: SignedUp) =>
  (await pool.query("select name, mobile, avatar, verify_email from user_account where id = $1", [user._id])).rows[0] as unknown;

async function reset({ user: { email } }: SignedUp, cookie = ""): Promise<void> {
  const ticket = await getTicket(shop, email);
  const headers = { cookie: `${cookie}; ${ticket.cookie}` };
  expect((await call(resetPassword, { email, newPassword: NEW, confirmPassword: NEW }, { headers })).status).toBe(200);
}

const changedEmail = async ({ user }: SignedUp) =>
  (await shop.emailsTo(user.email)).find(({ subject }) => subject === "Your password was changed")?.text;

const all = (count: number) => Object.fromEntries(TABLES.map((table) => [table, count]));

test.each([
  ["nobody confirmed it", false],
  ["its link was opened where nobody had logged in", true],
])("whoever registered a stranger's address leaves nothing but orders once its owner sets a password, if %s", async (_case, isOpened) => {
  const planted = await signUp(shop, { email: `eva.${isOpened}@shop.example` });
  await fill(planted);
  if (isOpened) await pool.query("update user_account set verify_email = true where id = $1", [planted.user._id]);
  expect(await savedBy(planted)).toEqual({ ...all(1), customer_order: 1 });
  await reset(planted);
  expect(await savedBy(planted)).toEqual({ ...all(0), customer_order: 1 });
  expect(await profileOf(planted)).toEqual({ name: `eva.${isOpened}`, mobile: "", avatar: "", verify_email: true });
  expect((await call(userDetails, undefined, { token: planted.token })).status).toBe(401);
  expect((await call(login, { email: planted.user.email, password: NEW })).status).toBe(200);
  const told = await changedEmail(planted);
  expect(told).toContain("We can't tell who signed up with your email address.");
  expect(told).not.toMatch(/Stranger|passkey/);
});

test("owners who confirmed their address keep everything", async () => {
  const own = await signUp(shop, { isConfirmed: true });
  await fill(own);
  await reset(own);
  expect(await savedBy(own)).toEqual({ ...all(1), customer_order: 1 });
  expect(await profileOf(own)).toMatchObject({ name: "Stranger", mobile: "1234567" });
  // Somebody who knew the old password may have added it.
  const told = await changedEmail(own);
  expect(told).toMatch(/These passkeys still log in to your account: Phone\.[^]*\/dashboard\/security/);
  expect(told).not.toContain("We can't tell");
});

test("those who never confirmed it keep everything but second steps in a browser that has logged in", async () => {
  const own = await signUp(shop);
  const { headers } = await call(login, { email: own.user.email, password: PASSWORD });
  await fill(own);
  const device = String(headers["set-cookie"]).split(";")[0]!;
  // A cookie of another account proves nothing about this one.
  const other = await signUp(shop);
  await fill(other);
  await Promise.all([reset(own, device), reset(other, device)]);
  // Others may have used this browser.
  expect(await savedBy(own)).toEqual({ ...all(1), passkey: 0, customer_order: 1 });
  expect(await savedBy(other)).toEqual({ ...all(0), customer_order: 1 });
});
