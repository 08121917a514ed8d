import { afterAll, expect, test } from "vitest";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { checkBooks, deadlocks, orderNumbers, stockUp } from "../support/books.ts";
import { addProduct } from "../support/goods.ts";
import { makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { randomBasket } from "../support/order-load.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { ROUNDS } from "../support/rounds.ts";
import { dataFolder, freePort, startShop } from "../support/shop-process.ts";
import type { TestAnswer } from "../support/test-shop.ts";

/** Initial stock of each product. */
const STOCK = 20;

const data = dataFolder({ database: true });
// Two web processes, so that nothing can rely on the memory of one.
const shop = await startShop({ PORT: await freePort(), DATA_DIR: data.path, WORKERS: "2" });
const behind = openBackdoor(data.path, (await reachEmbedded(data.path)).connection);
const buyers = await makeBuyers(behind, 200);
afterAll(async () => {
  await behind.close();
  await shop.stop();
  data.remove();
});

test("API-24 200 concurrent buyers of the last 20 pieces get exactly 20, with baskets in opposite order", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = await Promise.all([addProduct(behind, { stock: STOCK }), addProduct(behind, { stock: STOCK })]);
    const there = [
      [first, 1],
      [second, 1],
    ] as const;
    const answers = await Promise.all(
      buyers.map((buyer, n) => buyer.insist(shop.url, n % 2 ? there : there.toReversed(), `last pieces ${round}`)),
    );
    expect(tally(answers)).toEqual({ 200: STOCK, 409: buyers.length - STOCK });
    for (const { status, body } of answers) if (status === 409) expect(body.data.products).toHaveLength(2);
    await checkBooks(behind, STOCK);
  }
  expect(deadlocks(data.path)).toBe(0);
});

test("API-24 random baskets in any order sell no piece twice and cause no deadlock", async () => {
  const random = randomNumbers(ROUNDS);
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await stockUp(behind, 8, STOCK);
    const answers = await Promise.all(buyers.map((buyer) => buyer.insist(shop.url, randomBasket(ids, random), `random ${round}`)));
    const { 200: placed = 0, 409: refused = 0, ...others } = tally(answers);
    expect(others).toEqual({});
    expect(placed).toBeGreaterThan(10);
    expect(placed + refused).toBe(buyers.length);
    await checkBooks(behind, STOCK);
  }
  expect(deadlocks(data.path)).toBe(0);
});

test("API-24 the same Idempotency-Key 20 times concurrently, across two processes, is one order", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const buyer = buyers[round % buyers.length]!;
    const id = await addProduct(behind, { stock: STOCK });
    const before = await orderNumbers(behind);
    const basket = [[id, 2]] as const;
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyer.insist(shop.url, basket, `twenty times ${round}`)));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await orderNumbers(behind)).size).toBe(before.size + 1);
    await checkBooks(behind, STOCK);
  }
});

/** Number of responses by status. */
function tally(answers: readonly TestAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
