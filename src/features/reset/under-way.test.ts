import sharp from "sharp";
import { expect, test } from "vitest";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { getTicket } from "../../../tests/support/reset.ts";
import { sendFile } from "../../../tests/support/send-file.ts";
import { signUp, type SignedUp } from "../../../tests/support/sign-up.ts";
import { openTestShop, type TestAnswer } from "../../../tests/support/test-shop.ts";
import { untilBlocked } from "../../../tests/support/until-blocked.ts";
import { updateUser, uploadAvatar } from "../account/profile/contract.ts";
import { createAddress } from "../addresses/contract.ts";
import { addToCart, mergeCart } from "../cart/contract.ts";
import { sendMessage } from "../contact/contract.ts";
import { FAVORITES, mergeLists, setListLine } from "../lists/contract.ts";
import { cashOnDelivery } from "../orders/contract.ts";
import { resetPassword } from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const { pool } = shop.shop.database;

const NEW = "a larder full of jam";
const productId = await addProduct(shop, { stock: 10_000 });
const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#d33" } })
  .png()
  .toBuffer();
const ADDRESS = { address_line: "1 Stranger Street", city: "Lima", state: "Lima", country: "Peru", pincode: "15001", mobile: "1234567" };

/** What a stranger may be saving in the account while its owner sets a password. */
const WRITES: Record<string, (stranger: SignedUp & { addressId: string }) => Promise<TestAnswer>> = {
  "a product": ({ token }) => call(addToCart, { productId }, { token }),
  "a guest's cart": ({ token }) => call(mergeCart, { mergeId: "guest", items: [{ productId, quantity: 1 }] }, { token }),
  "a favorite": ({ token }) => call(setListLine, { _id: FAVORITES, productId, quantity: 1 }, { token }),
  "a guest's lists": ({ token }) =>
    call(mergeLists, { lists: [{ _id: FAVORITES, name: "Favorites", lines: [{ productId, quantity: 1 }] }] }, { token }),
  "an address": ({ token }) => call(createAddress, ADDRESS, { token }),
  "a name": ({ user, token }) => call(updateUser, { name: "Stranger", mobile: "1234567", email: user.email }, { token }),
  "a picture": ({ token }) => sendFile(shop, uploadAvatar, picture, { token }),
  "an order": ({ token, addressId }) => call(cashOnDelivery, { list_items: [{ productId, quantity: 1 }], addressId }, { token }),
  "a message": ({ user, token }) =>
    call(sendMessage, { name: "Stranger", email: user.email, subject: "Hello", message: "It was me." }, { token }),
};

async function plant() {
  const stranger = await signUp(shop);
  return { ...stranger, addressId: await addAddress(shop, stranger.user._id), ticket: await getTicket(shop, stranger.user.email) };
}
type Planted = Awaited<ReturnType<typeof plant>>;

const reset = ({ user: { email }, ticket }: Planted) =>
  call(resetPassword, { email, newPassword: NEW, confirmPassword: NEW }, { headers: ticket });

/** How many rows the account has in each table, and its profile. */
async function leftOf({ user: { _id, email } }: Planted) {
  const counts = ["cart_line", "saved_list_line", "address"].map(
    (table) => `(select count(*)::int from ${table} where user_id = $1) as ${table}`,
  );
  const { rows } = await pool.query(`select name, mobile, avatar, ${counts.join()} from user_account where id = $1`, [_id]);
  const nothing = { name: email.split("@")[0], mobile: "", avatar: "", cart_line: 0, saved_list_line: 0, address: 0 };
  return { left: rows[0] as unknown, nothing };
}

// Claiming a merge may overtake the reset, which then removes what was merged.
const IN_TURN = Object.entries(WRITES).filter(([what]) => what !== "a guest's cart");

test.each(IN_TURN)("saving %s is refused when a reset ends the session meanwhile", async (_what, write) => {
  const stranger = await plant();
  const holder = await pool.connect();
  await holder.query("begin");
  await holder.query("select from user_account where id = $1 for no key update", [stranger.user._id]);
  const done = reset(stranger);
  await untilBlocked(shop);
  const written = write(stranger);
  await untilBlocked(shop, 2);
  await holder.query("commit");
  holder.release();
  expect((await done).status).toBe(200);
  expect((await written).status).toBe(401);
  const { left, nothing } = await leftOf(stranger);
  expect(left).toEqual(nothing);
  expect((await pool.query("select from customer_order where user_id = $1", [stranger.user._id])).rowCount).toBe(0);
});

test("fifty strangers who write all the time leave nothing once the reset is done", async () => {
  const { "an order": _order, "a picture": _picture, "a message": _message, ...others } = WRITES;
  const writes = Object.values(others);
  for (let round = 0; round < 50; round++) {
    const stranger = await plant();
    const over = new AbortController();
    const done = reset(stranger).finally(() => over.abort());
    const strangers = writes.map(async (write) => {
      while (!over.signal.aborted) await write(stranger);
    });
    expect((await done).status).toBe(200);
    await Promise.all(strangers);
    const { left, nothing } = await leftOf(stranger);
    expect(left, `round ${round}`).toEqual(nothing);
  }
}, 120_000);
