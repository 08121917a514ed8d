import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { checkAll, stockUp } from "../support/books.ts";
import { startProxy } from "../support/database-proxy.ts";
import { openBackdoor } from "../support/live-shop.ts";
import { openMailSink } from "../support/mail-sink.ts";
import { makeLoad } from "../support/order-load.ts";
import { noPgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import { openProviderSandbox } from "../support/provider-sandbox.ts";
import { COMPILED, dataFolder, freePort, startShop } from "../support/shop-process.ts";

const STOCK = 100_000;
const IMPORT = join(import.meta.dirname, "../../src/start/import-main.ts");

if (noPgBouncer) console.log(`Skipped: ${noPgBouncer}`);

test.skipIf(noPgBouncer)("behind PgBouncer in transaction mode two shops start, sell, do their jobs and import", async () => {
  const [database, ...folders] = [dataFolder({ database: true }), dataFolder(), dataFolder()];
  const server = await startEmbedded(database.path);
  const proxy = await startProxy(server.connection);
  const bouncer = await startPgBouncer(proxy);
  const [sandbox, mail] = [await openProviderSandbox(), await openMailSink()];
  const env = {
    DATABASE_URL: bouncer.url,
    DATABASE_DIRECT_URL: proxy.url,
    JWT_SECRET: randomBytes(24).toString("hex"),
    SMTP_URL: mail.url,
    ...sandbox.env,
  };
  const shops = await Promise.all(folders.map(async ({ path }) => startShop({ PORT: await freePort(), DATA_DIR: path, ...env })));
  const behind = openBackdoor(folders[0].path, server.connection, env);
  const productIds = await stockUp(behind, 5, STOCK);

  const load = makeLoad({ behind, productIds, entry: shops[0]!.url, buyers: 4, online: { sandbox, payers: 3 } });
  await load.during(async () => {
    for (const { url } of shops) {
      load.entry = url;
      await load.untilMore(60);
    }
  });
  await checkAll({ behind, start: STOCK, load, mail });

  const file = join(folders[0].path, "products.csv");
  writeFileSync(file, "sku,name,category,sub_category,price\nPB-1,Pooled pears,Fruit,Pears,1.20\n");
  const { stdout } = await promisify(execFile)(process.execPath, [IMPORT, file], {
    env: { PATH: process.env["PATH"], ...COMPILED, DATA_DIR: folders[0].path, ...env },
  });
  expect(stdout).toContain("1 added");

  await behind.close();
  for (const shop of shops) expect(await shop.stop()).toBe(0);
  await mail.close();
  await bouncer.stop();
  await proxy.close();
  await server.stop();
  for (const folder of [database, ...folders]) folder.remove();
});
