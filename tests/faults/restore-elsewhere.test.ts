import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { checkBooks, stockUp } from "../support/books.ts";
import { allRows } from "../support/empty-shop.ts";
import { noExternalPostgres, startExternalPostgres } from "../support/external-postgres.ts";
import { makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { makeLoad } from "../support/order-load.ts";
import { COMPILED, dataFolder, freePort, startShop, untilTrue } from "../support/shop-process.ts";

const run = promisify(execFile);
const STOCK = 10_000;
/** Not part of a backup, or written by the opened shop. */
const PASSING = [
  "cache_change",
  "picture_tally",
  "customer_change",
  "customer_total",
  "product_tally",
  "rate_limit",
  "sales_change",
  "sales_day",
  "backup_run",
  "web_build",
  "web_file",
];

if (noExternalPostgres) console.log(`Skipped: ${noExternalPostgres}`);

test.skipIf(noExternalPostgres)(
  "a shop moves from the embedded database to a PostgreSQL of another major version, row by row",
  async () => {
    const folders = [dataFolder(), dataFolder(), dataFolder()] as const;
    const [data, backups, moved] = folders;
    for (const { path } of folders) chmodSync(path, 0o755);
    const shop = await startShop({ PORT: await freePort(), DATA_DIR: data.path });
    const { connection, stop } = await reachEmbedded(data.path);
    const behind = openBackdoor(data.path, connection);
    const [buyer] = await makeBuyers(behind, 1);
    const productIds = await stockUp(behind, 5, STOCK);
    const load = makeLoad({ behind, productIds, entry: shop.url, buyers: 4 });
    await load.during(() => load.untilMore(40));
    await untilTrue(async () => (await behind.shop.database.pool.query("select 1 from graphile_worker._private_jobs")).rowCount === 0);
    await shop.stop();

    const command = (name: "backup" | "restore", env: Record<string, string>) =>
      run(process.execPath, [join(import.meta.dirname, `../../src/start/backup/${name}-main.ts`), backups.path], {
        env: { PATH: process.env["PATH"], ...COMPILED, BACKUP_PASSPHRASE: "a passphrase for the tests", ...env },
      });
    await behind.close();
    const external = await startExternalPostgres();
    await command("backup", { DATA_DIR: data.path });
    const before = await allRows((await reachEmbedded(data.path)).connection);
    const settings = { DATA_DIR: moved.path, DATABASE_URL: external.url };
    await command("restore", settings);
    const after = await allRows(external.connection);
    for (const table of PASSING) {
      delete before[table];
      delete after[table];
    }
    expect(after).toEqual(before);
    expect(after["customer_order"]!.length).toBeGreaterThanOrEqual(40);

    const opened = await startShop({ PORT: await freePort(), ...settings });
    const inside = openBackdoor(moved.path, external.connection, settings);
    const placed = await buyer!.order(opened.url, [[productIds[0]!, 1]], randomUUID());
    expect([placed.status, placed.body.message]).toEqual([200, expect.any(String)]);
    await checkBooks(inside, STOCK);
    await inside.close();
    expect(await opened.stop()).toBe(0);
    await external.stop();
    await stop();
    for (const folder of folders) folder.remove();
  },
);
