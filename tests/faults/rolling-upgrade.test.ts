import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { checkBooks, orderNumbers, stockUp } from "../support/books.ts";
import { makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { buildOlderVersion, noOlderVersion } from "../support/older-version.ts";
import { openSharedDatabase } from "../support/shared-database.ts";
import { dataFolder, freePort, startShop } from "../support/shop-process.ts";

const STOCK = 1000;

if (noOlderVersion) console.log(`Skipped: ${noOlderVersion}`);

/** The built files that a page names. */
async function filesOf(url: string): Promise<string[]> {
  const page = await (await fetch(url)).text();
  return [...new Set([...page.matchAll(/\/assets\/[\w.-]+/g)].map(([name]) => name))];
}

/** The files of a list that a shop does not serve whole. */
async function missing(url: string, files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      const response = await fetch(url + file);
      const body = await response.arrayBuffer();
      return response.ok && body.byteLength > 0 && String(response.headers.get("cache-control")).includes("immutable");
    }),
  );
  return files.filter((_file, n) => !found[n]);
}

test.skipIf(noOlderVersion)(
  "the version before and this one sell side by side, and each serves the files that pages of the other name",
  { timeout: 900_000 },
  async () => {
    const version = await buildOlderVersion();
    const database = await openSharedDatabase({ empty: true });
    const data = dataFolder();
    const settings = { DATA_DIR: data.path, ...database.env };
    const older = await startShop({ ...settings, PORT: await freePort() }, version.root);
    const olderFiles = await filesOf(older.url);
    expect(olderFiles.length).toBeGreaterThan(5);
    const newer = await startShop({ ...settings, PORT: await freePort() });

    const behind = openBackdoor(data.path, database.connection, settings);
    const [rice] = (await stockUp(behind, 1, STOCK)) as [string];
    const [buyer] = await makeBuyers(behind, 1);
    for (let n = 0; n < 5; n++)
      for (const shop of [older, newer]) expect((await buyer!.order(shop.url, [[rice, 1]], randomUUID())).status).toBe(200);
    expect((await orderNumbers(behind)).size).toBe(10);
    await checkBooks(behind, STOCK);

    const newerFiles = await filesOf(newer.url);
    // Otherwise each version would find the other one's files among its own.
    for (const [files, others] of [
      [olderFiles, newerFiles],
      [newerFiles, olderFiles],
    ] as const) {
      expect(files.filter((file) => !others.includes(file))).not.toEqual([]);
      for (const { url } of [older, newer]) expect(await missing(url, files)).toEqual([]);
    }

    expect(await older.stop()).toBe(0);
    expect((await buyer!.order(newer.url, [[rice, 1]], randomUUID())).status).toBe(200);
    expect(await newer.stop()).toBe(0);
    await behind.close();
    await database.drop();
    data.remove();
    version.remove();
  },
);
