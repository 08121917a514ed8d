import { afterAll, expect, test } from "vitest";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { checkBooks, orderNumbers, stockUp } from "../support/books.ts";
import { burst, ROUNDS, sendAgain, untilMore, type Burst, type Seen } from "../support/burst.ts";
import { makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { dataFolder, databaseProcess, freePort, startShop, untilTrue, type ShopProcess } from "../support/shop-process.ts";

/** Initial stock of each product, more than a campaign sells. */
const STOCK = 1_000_000;

const data = dataFolder({ database: true });
const settings = { PORT: await freePort(), DATA_DIR: data.path };
let shop: ShopProcess = await startShop(settings);
const { connection } = await reachEmbedded(data.path);
const behind = openBackdoor(data.path, connection);
const buyers = await makeBuyers(behind, 16);
const productIds = await stockUp(behind, 40, STOCK);
const seed = Number(process.env["SEED"] ?? Date.now());
console.log(`The random numbers of this run: SEED=${seed}`);
const random = randomNumbers(seed);
/** Every order number that a shopper has received. */
const told = new Set<string>();

afterAll(async () => {
  await behind.close();
  await shop.stop();
  data.remove();
});

/** A burst of orders with a fault in the middle. */
function burstWith(fault: (seen: Seen) => Promise<void>): Promise<Burst> {
  return burst(shop.url, buyers, productIds, random, async (seen) => {
    await untilMore(seen, 30 + random(60));
    await fault(seen);
  });
}

/** Retries unanswered requests, then checks that every order exists once and the books are correct. */
async function settle({ acknowledged, unanswered, refused }: Burst): Promise<void> {
  expect(refused).toEqual([]);
  for (const number of [...acknowledged, ...(await sendAgain(shop.url, unanswered))]) told.add(number);
  expect(await orderNumbers(behind)).toEqual(told);
  await checkBooks(behind, STOCK);
}

test("API-24 kill -9 of the shop during a burst of orders loses no acknowledged order", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const result = await burstWith(async () => void (await shop.stop("SIGKILL")));
    expect(result.unanswered.length).toBeGreaterThan(0);
    shop = await startShop(settings);
    await settle(result);
  }
});

test("API-24 kill -9 of the database during a burst of orders loses no acknowledged order, and the shop recovers by itself", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const result = await burstWith(async (seen) => {
      process.kill(databaseProcess(data.path)!, "SIGKILL");
      await untilTrue(() => seen.unavailable() > 0);
      await untilMore(seen, 30);
    });
    await settle(result);
  }
});

test("API-24 kill -9 of both at once loses no acknowledged order", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const result = await burstWith(async () => {
      process.kill(databaseProcess(data.path)!, "SIGKILL");
      await shop.stop("SIGKILL");
    });
    shop = await startShop(settings);
    await settle(result);
  }
});
