import { expect, test } from "vitest";
import { addCoupon, couponNow } from "../../../tests/support/coupons.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop } from "../../../tests/support/paying-shop.ts";
import { cashOnDelivery } from "../orders/contract.ts";
import { createCulqiOrder } from "../payments/contract.ts";

const shop = await openPayingShop();

test("of many who use a code at the same time, exactly as many as its limit get it", async () => {
  const [fig, nut] = [await addProduct(shop, { price: 10, stock: 9_999 }), await addProduct(shop, { price: 5, stock: 9_999 })];
  const people = await Promise.all(Array.from({ length: 8 }, () => newPayer(shop)));
  for (let round = 0; round < 50; round++) {
    const { id, code } = await addCoupon(shop, { maxUses: 3, maxUsesPerPerson: 1 });
    const answers = await Promise.all(
      people.flatMap(({ token, addressId }, at) => {
        const request = { list_items: [fig, nut].map((productId) => ({ productId, quantity: 1 })), addressId, coupon: code };
        const send = () => shop.call(at % 2 ? createCulqiOrder : cashOnDelivery, request, { token });
        // One of them presses twice.
        return at === 0 ? [send(), send()] : [send()];
      }),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect([round, statuses]).toEqual([round, [200, 200, 200, 409, 409, 409, 409, 409, 409]]);
    expect((await couponNow(shop, id)).uses).toBe(3);
  }
});
