import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { checkBooks, orderNumbers, stockUp } from "../support/books.ts";
import { burst, sendAgain, untilMore } from "../support/burst.ts";
import { startProxy } from "../support/database-proxy.ts";
import { makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { noPgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { dataFolder, freePort, startShop, untilTrue } from "../support/shop-process.ts";

const STOCK = 100_000;
const IMPORT = join(import.meta.dirname, "../../src/features/catalogue/import/main.ts");

if (noPgBouncer) console.log(`Skipped: ${noPgBouncer}`);

test.skipIf(noPgBouncer)("behind PgBouncer in transaction mode two shops start, sell, do their jobs and import", async () => {
  const [database, ...folders] = [dataFolder({ database: true }), dataFolder(), dataFolder()];
  const server = await startEmbedded(database.path);
  const proxy = await startProxy(server.connection);
  const bouncer = await startPgBouncer(proxy);
  const env = { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: proxy.url, JWT_SECRET: randomBytes(24).toString("hex") };
  const shops = await Promise.all(folders.map(async ({ path }) => startShop({ PORT: await freePort(), DATA_DIR: path, ...env })));
  const behind = openBackdoor(folders[0].path, server.connection, env);
  const buyers = await makeBuyers(behind, 6);
  const productIds = await stockUp(behind, 5, STOCK);

  const bursts = await Promise.all(
    shops.map((shop, n) => burst(shop.url, buyers, productIds, randomNumbers(n + 1), (seen) => untilMore(seen, 60))),
  );
  expect(bursts.flatMap(({ refused }) => refused)).toEqual([]);
  for (const [n, { unanswered }] of bursts.entries()) await sendAgain(shops[n]!.url, unanswered);
  const known = await orderNumbers(behind);
  expect(bursts.flatMap(({ acknowledged }) => acknowledged).filter((number) => !known.has(number))).toEqual([]);
  await checkBooks(behind, STOCK);
  const waiting = async () => (await behind.shop.database.pool.query("select 1 from graphile_worker._private_jobs")).rowCount;
  await untilTrue(async () => (await waiting()) === 0);

  const file = join(folders[0].path, "products.csv");
  writeFileSync(file, "sku,name,category,sub_category,price\nPB-1,Pooled pears,Fruit,Pears,1.20\n");
  const { stdout } = await promisify(execFile)(process.execPath, [IMPORT, file], {
    env: { PATH: process.env["PATH"], DATA_DIR: folders[0].path, ...env },
  });
  expect(stdout).toContain("1 added");

  await behind.close();
  for (const shop of shops) expect(await shop.stop()).toBe(0);
  await bouncer.stop();
  await proxy.close();
  await server.stop();
  for (const folder of [database, ...folders]) folder.remove();
});
