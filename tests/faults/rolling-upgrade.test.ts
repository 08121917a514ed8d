import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { login } from "#features/account/contract.ts";
import { searchProducts } from "#features/search/contract.ts";
import { knownMigrations } from "#server/db/schema-version.ts";
import { checkAll, stockUp } from "../support/books.ts";
import { fillCart, runBackOffice, soldToday, type Versions } from "../support/both-versions.ts";
import { addShelf } from "../support/goods.ts";
import { callOver, makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { openMailSink } from "../support/mail-sink.ts";
import { buildOlderVersion, noOlderVersion, sameSchema } from "../support/older-version.ts";
import { makeLoad } from "../support/order-load.ts";
import { openProviderSandbox } from "../support/provider-sandbox.ts";
import { openSharedDatabase } from "../support/shared-database.ts";
import { LONG } from "../support/rounds.ts";
import { dataFolder, freePort, startShop, untilTrue } from "../support/shop-process.ts";
import { makeAdmin, signUp } from "../support/sign-up.ts";

const STOCK = 1_000_000;
/** How often the load changes from one version to the other. */
const TURN_MS = 30;

const whyNot = LONG ? noOlderVersion : "an older version takes minutes to build, so that only `npm run test:campaign` does";
if (whyNot) console.log(`Skipped: ${whyNot}`);
else if (sameSchema) console.log(`The older version has the schema of this one: ${sameSchema}`);

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

test.skipIf(whyNot)(
  "the version before and this one, which has migrated the database, sell side by side, and each serves the files that pages of the other name",
  { timeout: 900_000 },
  async () => {
    const version = await buildOlderVersion();
    const database = await openSharedDatabase({ empty: true });
    const data = dataFolder();
    const [sandbox, mail] = [await openProviderSandbox(), await openMailSink()];
    const settings = { DATA_DIR: data.path, SMTP_URL: mail.url, ...sandbox.env, ...database.env };
    const older = await startShop({ ...settings, PORT: await freePort() }, version.root);
    const behind = openBackdoor(data.path, database.connection, settings);
    const migrations = async () => (await behind.shop.database.pool.query("select from drizzle.__drizzle_migrations")).rowCount ?? 0;
    if (!sameSchema) expect(await migrations()).toBeLessThan(knownMigrations().length);
    const olderFiles = await filesOf(older.url);
    expect(olderFiles.length).toBeGreaterThan(5);
    // It goes on with connections that have read the tables as they were.
    expect((await callOver(older.url, login, { email: "nobody@shop.example", password: "x" })).status).toBe(401);
    expect((await callOver(older.url, searchProducts, { search: "rice", page: 1, limit: 12 })).status).toBe(200);
    const newer = await startShop({ ...settings, PORT: await freePort() });
    expect(await migrations()).toBe(knownMigrations().length);

    const productIds = await stockUp(behind, 5, STOCK);
    const [edited] = productIds as [string];
    await addShelf(behind, [edited]);
    const { token: admin } = await makeAdmin(behind);
    const { token: shopper } = await signUp(behind);
    const [buyer] = await makeBuyers(behind, 1, { isConfirmed: true });
    const load = makeLoad({ behind, productIds, entry: older.url, buyers: 3, online: { sandbox, payers: 3 } });
    // What begins at one version goes on at the other.
    const turning = setInterval(() => (load.entry = load.entry === older.url ? newer.url : older.url), TURN_MS);
    await load.during(async () => {
      for (const versions of [
        [older.url, newer.url],
        [newer.url, older.url],
      ] satisfies Versions[]) {
        await load.untilMore(40);
        await fillCart(versions, edited, shopper);
        const { status, body } = await buyer!.order(versions[0], [[edited, 1]], randomUUID());
        expect(status).toBe(200);
        load.acknowledge(body.data.orderId);
        await runBackOffice(versions, edited, body.data.orderId, admin);
      }
    });
    clearInterval(turning);
    await checkAll({ behind, start: STOCK, load, mail });
    expect(load.failed).toEqual({ unavailable: 0, unanswered: 0 });
    const kept = [...load.orders.values()].filter(({ isCancelled }) => !isCancelled).length;
    for (const { url } of [older, newer]) await untilTrue(async () => (await soldToday(url, admin)) === kept);

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
    expect((await buyer!.order(newer.url, [[edited, 1]], randomUUID())).status).toBe(200);
    expect(await newer.stop()).toBe(0);
    await behind.close();
    await mail.close();
    await database.drop();
    data.remove();
    version.remove();
  },
);
