import { expect, test } from "vitest";
import { cashOnDelivery } from "#features/orders/contract.ts";
import { cancelPayment } from "#features/payments/contract.ts";
import { LONG } from "../support/rounds.ts";
import { daily, setDelivery, slotsOf, zone } from "../support/delivery.ts";
import { addProduct } from "../support/goods.ts";
import { newPayer, openPayingShop, type Payer } from "../support/paying-shop.ts";
import { checkBooks } from "../support/books.ts";
import { randomNumbers } from "../support/random-numbers.ts";

const seed = Number(process.env["SEED"] ?? Date.now());
console.log(`The random numbers of this run: SEED=${seed}`);
const random = randomNumbers(seed);

/** Repetitions of each race. */
const TIMES = 50;
/** Shoppers at once: in campaigns all two hundred every time. */
const SHOPPERS = LONG ? 200 : 12;
const PLACES = 5;
const STOCK = 100_000;

const shop = await openPayingShop();
const rice = await addProduct(shop, { stock: STOCK, price: 5 });
const payers: Payer[] = [];
for (let n = 0; n < 200; n += 20) payers.push(...(await Promise.all(Array.from({ length: 20 }, () => newPayer(shop)))));

/** A time that nobody has chosen. */
async function freshSlot(round: number): Promise<string> {
  const minute = `${String(round % 20).padStart(2, "0")}:${String(Math.floor(round / 20)).padStart(2, "0")}`;
  await setDelivery(shop, { zones: [zone({ times: [daily(PLACES, { from: minute, to: "23:30" })] })] });
  return (await slotsOf(shop))[3]!.id;
}
const inCash = ({ token, addressId }: Payer, slot: string) =>
  shop.call(cashOnDelivery, { list_items: [{ productId: rice, quantity: 1 }], addressId, delivery: { way: "delivery", slot } }, { token });

async function race(slot: string, shoppers: readonly Payer[]): Promise<void> {
  const answers = await Promise.all(
    shoppers.map((payer) => (random(4) === 0 ? payer.create({ [rice]: 1 }, { delivery: { way: "delivery", slot } }) : inCash(payer, slot))),
  );
  const placed = answers.filter(({ status }) => status === 200);
  for (const { status, body } of answers)
    if (status !== 200) expect([status, body.data]).toEqual([409, { reason: "delivery", problem: "slot gone" }]);
  expect(placed).toHaveLength(PLACES);
  await checkBooks(shop, STOCK);
}

test("200 shoppers for the last 5 places of a delivery time get exactly 5", async () => {
  await race(await freshSlot(0), payers);
});

test(`${SHOPPERS} shoppers at a time do too, ${TIMES} times, by cash and by PayPal`, async () => {
  for (let round = 1; round <= TIMES; round++) {
    const from = random(payers.length - SHOPPERS + 1);
    await race(await freshSlot(round), payers.slice(from, from + SHOPPERS));
  }
});

test("shoppers who pay, cancel and change their minds about two times never take a place too many", async () => {
  await setDelivery(shop, { zones: [zone({ times: [daily(PLACES, { to: "10:00" }), daily(PLACES, { from: "22:00", to: "23:30" })] })] });
  const slots = (await slotsOf(shop)).slice(2, 4).map(({ id }) => id);
  await Promise.all(
    payers.slice(0, 16).map(async (payer) => {
      for (let tries = 0; tries < 6; tries++) {
        const slot = slots[random(2)]!;
        const begun = await payer.create({ [rice]: 1 }, { delivery: { way: "delivery", slot } });
        expect([200, 409]).toContain(begun.status);
        if (begun.status !== 200) continue;
        const then = random(4);
        if (then === 0) await shop.call(cancelPayment, { orderId: begun.body.orderId }, payer);
        if (then === 1) expect([200, 409]).toContain((await inCash(payer, slots[random(2)]!)).status);
        if (then === 2) {
          await shop.sandbox.payer(begun.body.orderId, "approve");
          await payer.confirm(begun.body.orderId);
        }
      }
    }),
  );
  await checkBooks(shop, STOCK);
  for (const { left } of (await slotsOf(shop)).slice(2, 4)) expect(left).toBeGreaterThanOrEqual(0);
});
