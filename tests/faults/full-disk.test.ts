import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { checkAll, stockUp } from "../support/books.ts";
import { openBackdoor } from "../support/live-shop.ts";
import { openMailSink } from "../support/mail-sink.ts";
import { makeLoad } from "../support/order-load.ts";
import { openProviderSandbox } from "../support/provider-sandbox.ts";
import { dataFolder, freePort, startShop, untilTrue } from "../support/shop-process.ts";
import { noSmallDisk, onSmallDisk } from "../support/small-disk.ts";

const STOCK = 1_000_000;
const DISK_MB = 200;

if (noSmallDisk) console.log(`Skipped: ${noSmallDisk}`);

/** Begins new files of the database's log, until there is no room for another one and PostgreSQL ends. */
async function useLog(superuser: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(superuser);
  client.on("error", () => {}); // the server ends
  await client.connect();
  await untilTrue(async () => {
    const begun = await client.query("select pg_logical_emit_message(false, 'test', ''), pg_switch_wal()").catch(() => undefined);
    return !begun;
  });
  await client.end().catch(() => {});
}

for (const [name, folder] of [
  ["tables", "base"],
  ["log, so that PostgreSQL ends,", "pg_wal"],
] as const)
  test.skipIf(noSmallDisk)(
    `a full disk of the database's ${name} loses and doubles nothing, and the shop goes on once there is space`,
    async () => {
      const data = dataFolder({ database: true });
      const disk = onSmallDisk(join(data.path, "postgres", folder), DISK_MB);
      onTestFinished(() => {
        disk.remove();
        data.remove();
      });
      const [sandbox, mail] = [await openProviderSandbox(), await openMailSink()];
      const settings = { PORT: await freePort(), DATA_DIR: data.path, SMTP_URL: mail.url, ...sandbox.env };
      const server = await startEmbedded(data.path);
      const { superuser, connection } = server;
      await server.stop();
      const shop = await startShop(settings);
      const behind = openBackdoor(data.path, connection, sandbox.env);
      const productIds = await stockUp(behind, 20, STOCK);
      const load = makeLoad({ behind, productIds, entry: shop.url, buyers: 4, online: { sandbox, payers: 4 } });
      await load.during(async () => {
        await load.untilMore(20);
        const { unavailable } = load.failed;
        disk.fill();
        if (folder === "pg_wal") {
          await useLog(superuser);
          // Recovery may have removed old files.
          disk.fill();
        }
        await untilTrue(() => load.failed.unavailable > unavailable + 5);
        expect((await fetch(`${shop.url}/healthz`)).status).toBe(200);
        disk.free();
        await load.untilMore(30);
      });
      await checkAll({ behind, start: STOCK, load, mail });
      await behind.close();
      expect(await shop.stop()).toBe(0);
      await mail.close();
    },
  );
