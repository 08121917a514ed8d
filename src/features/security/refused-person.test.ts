import { describe, expect, test } from "vitest";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { logout, refresh, userDetails } from "../account/contract.ts";
import { addToCart, getCart } from "../cart/contract.ts";
import { cashOnDelivery, listOrders } from "../orders/contract.ts";
import { downloadData, endOtherSessions, listSessions } from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const { pool } = shop.shop.database;

/** Somebody about to order, and the status of each of their calls. */
async function shopper() {
  const person = await signUp(shop);
  const { token, refreshToken } = person;
  const productId = await addProduct(shop);
  const addressId = await addAddress(shop, person.user._id);
  const list_items = [{ productId, quantity: 1 }];
  return {
    ...person,
    calls: {
      "user details": () => call(userDetails, undefined, { token }),
      "the cart": () => call(getCart, undefined, { token }),
      "adding to the cart": () => call(addToCart, { productId }, { token }),
      ordering: () => call(cashOnDelivery, { list_items, addressId }, { token }),
      orders: () => call(listOrders, { page: 1 }, { token }),
      devices: () => call(listSessions, undefined, { token }),
      "ending other sessions": () => call(endOtherSessions, undefined, { token }),
      "all data": () => call(downloadData, undefined, { token }),
      "a refresh": () => call(refresh, undefined, { token: refreshToken }),
    },
  };
}

describe("API-32 all tokens are refused immediately", () => {
  test.each([
    ["a suspended person", (id: string) => pool.query("update user_account set status = 'Suspended' where id = $1", [id])],
    ["an inactive person", (id: string) => pool.query("update user_account set status = 'Inactive' where id = $1", [id])],
    ["a session that was ended", (id: string) => pool.query("update session set revoked_at = now() where user_id = $1", [id])],
  ])("of %s", async (_, refuse) => {
    const person = await shopper();
    await refuse(person.user._id);
    for (const [name, attempt] of Object.entries(person.calls)) expect([name, (await attempt()).status]).toEqual([name, 401]);
    const { rows } = await pool.query(
      "select 1 from customer_order where user_id = $1 union all select 1 from cart_line where user_id = $1",
      [person.user._id],
    );
    expect(rows).toEqual([]);
  });

  test("which had been accepted everywhere", async () => {
    const person = await shopper();
    for (const [name, attempt] of Object.entries(person.calls)) expect([name, (await attempt()).status]).toEqual([name, 200]);
    expect((await call(logout, undefined, { token: person.token })).status).toBe(200);
  });
});
