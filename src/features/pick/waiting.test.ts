import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addAddress, addProduct } from "../../../tests/support/goods.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { cashOnDelivery } from "../orders/contract.ts";
import { listWaiting, type WaitingOrder } from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const { db } = shop.shop.database;
const { token } = await makeAdmin(shop);
const shopper = await signUp(shop);
const addressId = await addAddress(shop, shopper.user._id);
const productId = await addProduct(shop);

const place = async (): Promise<{ _id: string; orderId: string }> =>
  (await call(cashOnDelivery, { list_items: [{ productId, quantity: 1 }], addressId }, { token: shopper.token })).body.data;

async function waiting(): Promise<{ open: string[]; packed: string[]; more: object }> {
  const { data, more } = (await call(listWaiting, {}, { token })).body;
  const [packed, open] = [true, false].map((isPacked) =>
    data.filter((order: WaitingOrder) => (order.packedAt !== null) === isPacked).map(({ orderId }: WaitingOrder) => orderId),
  );
  expect(data.map(({ orderId }: WaitingOrder) => orderId)).toEqual([...open, ...packed]);
  return { open, packed, more };
}

test("of many orders the first 200 are listed, and however many packed ones nobody sent, the others stay in view", async () => {
  const { _id } = await place();
  // Copies of it, each a second younger.
  await db.execute(sql`
    insert into customer_order select (jsonb_populate_record(o, jsonb_build_object('id', lpad(to_hex(n), 32, '0'), 'number', lpad(n::text, 12, '0'),
      'created_at', o.created_at + make_interval(secs => n)))).*
    from customer_order o, generate_series(1, 200) n where o.id = ${_id}`);
  const first = await waiting();
  expect([first.open.length, first.packed.length, first.more]).toEqual([200, 0, { open: 1, packed: 0 }]);
  expect(first.open).not.toContain("000000000200");

  await db.execute(sql`update customer_order set packed_at = now()`);
  const { orderId } = await place();
  expect(await waiting()).toEqual({ open: [orderId], packed: first.open, more: { open: 0, packed: 1 } });
});
