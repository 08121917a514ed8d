import { afterAll, expect, test } from "vitest";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { checkAll, stockUp } from "../support/books.ts";
import { openBackdoor } from "../support/live-shop.ts";
import { openMailSink } from "../support/mail-sink.ts";
import { makeLoad } from "../support/order-load.ts";
import { openProviderSandbox } from "../support/provider-sandbox.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { ROUNDS } from "../support/rounds.ts";
import { dataFolder, databaseProcess, freePort, startShop, type ShopProcess } from "../support/shop-process.ts";

/** Initial stock of each product, more than a campaign sells. */
const STOCK = 1_000_000;

const data = dataFolder({ database: true });
const [sandbox, mail] = [await openProviderSandbox(), await openMailSink()];
const settings = { PORT: await freePort(), DATA_DIR: data.path, SMTP_URL: mail.url, ...sandbox.env };
let shop: ShopProcess = await startShop(settings);
const behind = openBackdoor(data.path, (await reachEmbedded(data.path)).connection, sandbox.env);
const productIds = await stockUp(behind, 40, STOCK);
const seed = Number(process.env["SEED"] ?? Date.now());
console.log(`The random numbers of this run: SEED=${seed}`);
const random = randomNumbers(seed);
const load = makeLoad({ behind, productIds, entry: shop.url, buyers: 8, online: { sandbox, payers: 6 }, random });

afterAll(async () => {
  await behind.close();
  await shop.stop();
  await mail.close();
  data.remove();
});

/** Lets people order, pay and cancel with a fault in the middle, which each of them must get over. Then everything must be there, once. */
async function survive(fault: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await load.during(async () => {
      await load.untilMore(30 + random(60));
      const { unavailable, unanswered } = load.failed;
      await fault();
      await load.untilMore(30);
      expect(load.failed.unavailable + load.failed.unanswered).toBeGreaterThan(unavailable + unanswered);
    });
    await checkAll({ behind, start: STOCK, load, mail });
  }
}

const killDatabase = () => process.kill(databaseProcess(data.path)!, "SIGKILL");

test("API-24 kill -9 of the shop among orders, payments and cancellations loses and doubles nothing", () =>
  survive(async () => {
    await shop.stop("SIGKILL");
    shop = await startShop(settings);
  }));

test("API-24 kill -9 of the database loses and doubles nothing, and the shop recovers by itself", () =>
  survive(async () => killDatabase()));

test("API-24 kill -9 of both at once loses and doubles nothing", () =>
  survive(async () => {
    killDatabase();
    await shop.stop("SIGKILL");
    shop = await startShop(settings);
  }));
