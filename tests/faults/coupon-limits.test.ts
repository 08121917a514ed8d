import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { cancelOrder, cashOnDelivery } from "#features/orders/contract.ts";
import { cancelPayment, createCulqiOrder } from "#features/payments/contract.ts";
import { LONG } from "../support/rounds.ts";
import { addCoupon, couponNow } from "../support/coupons.ts";
import { addProduct } from "../support/goods.ts";
import { newPayer, openPayingShop, type Payer } from "../support/paying-shop.ts";
import { checkBooks } from "../support/books.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const seed = Number(process.env["SEED"] ?? Date.now());
console.log(`The random numbers of this run: SEED=${seed}`);
const random = randomNumbers(seed);

/** Repetitions of the race. */
const TIMES = 50;
/** Shoppers at once: in campaigns all two hundred every time. */
const SHOPPERS = LONG ? 200 : 10;
const LIMIT = 3;
const STOCK = 100_000;

const shop = await openPayingShop();
const { db } = shop.shop.database;
const [fig, nut] = [await addProduct(shop, { price: 10, stock: STOCK }), await addProduct(shop, { price: 5, stock: STOCK })];
const payers: Payer[] = [];
for (let n = 0; n < Math.max(SHOPPERS, 20); n += 10) payers.push(...(await Promise.all(Array.from({ length: 10 }, () => newPayer(shop)))));

function orderWith(code: string, { token, addressId }: Payer) {
  const list_items = [fig, nut].map((productId) => ({ productId, quantity: 1 }));
  return shop.call(random(2) ? createCulqiOrder : cashOnDelivery, { list_items, addressId, coupon: code }, { token });
}

/** Fails unless every use belongs to an order that was not canceled or a payment under way, and the limits hold. */
async function checkUses({ id, limit, perPerson }: { id: string; limit: number; perPerson: number }): Promise<void> {
  expect((await couponNow(shop, id)).uses).toBeLessThanOrEqual(limit);
  const { rows } = await db.execute(sql`
    select u.order_id, u.state, o.status, a.status as payment from coupon_use u
    left join customer_order o on o.id = u.order_id left join payment_attempt a on a.id = u.order_id
    where u.coupon_id = ${id} and u.state is distinct from case
      when o.status = 'CANCELLED' then 'RETURNED' when o.id is not null then 'USED'
      when a.status in ('CREATING', 'OPEN', 'CAPTURING') then 'HELD' else 'RETURNED' end`);
  expect(rows).toEqual([]);
  const { rows: often } = await db.execute(sql`
    select user_id from coupon_use where coupon_id = ${id} and state <> 'RETURNED' group by user_id having count(*) > ${perPerson}`);
  expect(often).toEqual([]);
}

test(`${SHOPPERS} shoppers who use a code at the same time, ${TIMES} times: exactly as many as its limit get it`, async () => {
  for (let round = 0; round < TIMES; round++) {
    const { id, code } = await addCoupon(shop, { maxUses: LIMIT, maxUsesPerPerson: 1 });
    const from = random(payers.length - SHOPPERS + 1);
    const racing = payers.slice(from, from + SHOPPERS);
    // One of them presses twice.
    const answers = await Promise.all([...racing, racing[0]!].map((payer) => orderWith(code, payer)));
    for (const { status, body } of answers) if (status !== 200) expect([status, body.data.reason]).toEqual([409, "coupon"]);
    const placed = answers.filter(({ status }) => status === 200);
    // The one who pressed twice may have replaced their own payment with an order.
    expect([LIMIT, LIMIT + 1]).toContain(placed.length);
    expect((await couponNow(shop, id)).uses).toBe(LIMIT);
    await checkUses({ id, limit: LIMIT, perPerson: 1 });
  }
  await checkBooks(shop, STOCK);
});

test("shoppers who order, pay, cancel and start again never use a code too often, and every use is given back once", async () => {
  const { id, code } = await addCoupon(shop, { maxUses: 5, maxUsesPerPerson: 2 });
  await Promise.all(
    payers.slice(0, 16).map(async (payer) => {
      const { token, addressId } = payer;
      for (let tries = 0; tries < 6; tries++) {
        const begun = await payer.create({ [fig]: 1 }, { coupon: code });
        expect([200, 409]).toContain(begun.status);
        if (begun.status !== 200) continue;
        const { orderId } = begun.body;
        const then = random(4);
        if (then === 0) await Promise.all([1, 2].map(() => shop.call(cancelPayment, { orderId }, { token })));
        if (then === 1) {
          const request = { list_items: [{ productId: nut, quantity: 1 }], addressId, coupon: code };
          const placed = await shop.call(cashOnDelivery, request, { token });
          expect([200, 409]).toContain(placed.status);
          const cancel = () => shop.call(cancelOrder, { orderId: placed.body.data.orderId }, { token });
          if (placed.status === 200 && random(2)) await Promise.all([cancel(), cancel()]);
        }
        if (then === 2) {
          await shop.sandbox.payer(orderId, "approve");
          await payer.confirm(orderId);
        }
      }
    }),
  );
  await checkUses({ id, limit: 5, perPerson: 2 });
  await checkBooks(shop, STOCK);
});
