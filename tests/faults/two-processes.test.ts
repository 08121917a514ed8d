import { afterAll, expect, test } from "vitest";
import { updateProduct } from "#features/catalogue/admin/contract.ts";
import { productDetails, productsOfCategory, type Product } from "#features/catalogue/contract.ts";
import { liveUpdates } from "#features/live/contract.ts";
import { shopFace } from "#features/shop/contract.ts";
import { changeSettings, readSettings } from "#features/shop/settings/contract.ts";
import { paths } from "#web/paths.ts";
import { listenTo } from "../support/event-stream.ts";
import { addProduct, addShelf } from "../support/goods.ts";
import { healthOf, watchLateness } from "../support/lateness.ts";
import { callOver, makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { dataFolder, freePort, startShop, untilTrue } from "../support/shop-process.ts";
import { openSharedDatabase } from "../support/shared-database.ts";
import { stockUp } from "../support/books.ts";
import { makeLoad } from "../support/order-load.ts";
import { LONG, ROUNDS } from "../support/rounds.ts";
import { makeAdmin } from "../support/sign-up.ts";

const SEEN_WITHIN_MS = 1000;
/** Announcing, hearing, reading and sending a change may each be late. */
const HOPS = 4;

/** Two shops that share only their database. */
const database = await openSharedDatabase();
const { connection, env: shared } = database;
const folders = [dataFolder(), dataFolder()];
const shops = await Promise.all(folders.map(async ({ path }) => startShop({ PORT: await freePort(), DATA_DIR: path, ...shared })));
const [here, there] = shops.map((shop) => shop.url) as [string, string]; // two were started
const behind = openBackdoor(folders[0]!.path, connection, shared);
const [buyer] = await makeBuyers(behind, 1);

const watchShops = () => watchLateness(healthOf(here), healthOf(there), () => behind.shop.database.pool.query("select 1"));

afterAll(async () => {
  await behind.close();
  for (const shop of shops) await shop.stop();
  await database.drop();
  for (const folder of folders) folder.remove();
});

test("a name and a currency that are set in one process are seen in the other within a second", async () => {
  const { token } = await makeAdmin(behind);
  const product = { _id: await addProduct(behind, { name: "Rice", price: 4 }), name: "Rice" };
  await addShelf(behind, [product._id]);
  const pageOf = async (url: string) => (await fetch(url + paths.product(product))).text();
  expect(await pageOf(there)).toContain("$4.00"); // cached there from now on
  const times: number[] = [];
  const lateness = watchShops();
  // Before the first order, which fixes the currency.
  for (const [name, currency, price] of [
    ["Tienda Sur", "PEN", "S/\u00a04.00"],
    ["Tienda Norte", "EUR", "€4.00"],
    ["Despensa", "USD", "$4.00"],
  ] as const) {
    const { settings: was } = (await callOver(here, readSettings, undefined, { token })).body.data;
    const { status, body } = await callOver(here, changeSettings, { changes: { name, currency }, was }, { token });
    expect([status, body.message]).toEqual([200, expect.any(String)]);
    const changed = performance.now();
    await untilTrue(async () => {
      const page = await pageOf(there);
      const { data: face } = (await callOver(there, shopFace, undefined)).body;
      return face.name === name && face.currency.code === currency && page.includes(name) && page.includes(price);
    });
    times.push(performance.now() - changed);
  }
  expect(Math.max(...times)).toBeLessThan(SEEN_WITHIN_MS + HOPS * (await lateness.end()));
});

test("a sale in one process updates cached responses of this one immediately and of the other within a second", async () => {
  const [id, other] = await Promise.all([addProduct(behind, { stock: 12 * ROUNDS + 1 }), addProduct(behind)]);
  const { categoryId } = await addShelf(behind, [id, other]);
  const stockAt = async (url: string) => (await callOver(url, productDetails, { productId: id })).body.data.stock as number;
  const firstAt = async (url: string) => (await callOver(url, productsOfCategory, { id: categoryId })).body.data[0]._id as string;

  const times: number[] = [];
  const lateness = watchShops();
  for (let left = 12 * ROUNDS; left >= 0; left--) {
    expect(await stockAt(there)).toBe(left + 1); // cached there from now on
    expect((await buyer!.order(here, [[id, 1]])).status).toBe(200);
    const sold = performance.now();
    expect(await stockAt(here)).toBe(left);
    await untilTrue(async () => (await stockAt(there)) === left);
    times.push(performance.now() - sold);
  }
  expect(Math.max(...times)).toBeLessThan(SEEN_WITHIN_MS + HOPS * (await lateness.end()));
  // It is sold out, so lists put the available one first.
  expect([await firstAt(here), await firstAt(there)]).toEqual([other, other]);
});

test("browsers at one process hear of a sale in the other within a second", async () => {
  const id = await addProduct(behind, { stock: 12 * ROUNDS + 1 });
  const { next, leave } = await listenTo(there + liveUpdates.path, { body: { products: [id] } });
  expect(await next()).toMatchObject({ event: "product", data: { _id: id, stock: 12 * ROUNDS + 1 } });
  const times: number[] = [];
  const lateness = watchShops();
  for (let left = 12 * ROUNDS; left >= 0; left--) {
    expect((await buyer!.order(here, [[id, 1]])).status).toBe(200);
    const sold = performance.now();
    expect(await next()).toMatchObject({ event: "product", data: { _id: id, stock: left } });
    times.push(performance.now() - sold);
  }
  expect(Math.max(...times)).toBeLessThan(SEEN_WITHIN_MS + HOPS * (await lateness.end()));
  leave();
});

test("under the load of orders, price changes are soon seen on the other machine", async () => {
  const { token } = await makeAdmin(behind);
  const id = await addProduct(behind, { price: 1, unit: "1 kg", description: "Measured" });
  await addShelf(behind, [id]);
  const productIds = await stockUp(behind, 20, 1_000_000);
  const productAt = async (url: string): Promise<Product> => (await callOver(url, productDetails, { productId: id })).body.data;
  const times: number[] = [];

  async function changePrices(): Promise<void> {
    for (let n = 1; n <= 40 * ROUNDS; n++) {
      const price = (100 + n) / 100;
      const { status, body } = await callOver(here, updateProduct, { ...(await productAt(here)), price }, { token });
      expect([status, body.message]).toEqual([200, expect.any(String)]);
      const changed = performance.now();
      await untilTrue(async () => (await productAt(there)).price === price);
      times.push(performance.now() - changed);
    }
  }
  const lateness = watchShops();
  const changing = changePrices();
  const loads = [here, there].map((entry) => makeLoad({ behind, productIds, entry, buyers: 8 }));
  await Promise.all(loads.map((load) => load.during(() => changing)));
  const late = await lateness.end();
  expect(loads.flatMap(({ wrong }) => wrong)).toEqual([]);
  times.sort((a, b) => a - b);
  const [median, most] = [times[times.length >> 1]!, times.at(-1)!];
  const placed = loads.reduce((sum, { orders }) => sum + orders.size, 0);
  console.log(`Beside ${placed} orders, a price was seen after ${median.toFixed(0)} ms (median) and ${most.toFixed(0)} ms (slowest)`);
  // 99 of 100 within a second. A short run beside other tests says little about speed, so only the campaign insists.
  expect(median).toBeLessThan(SEEN_WITHIN_MS + HOPS * late);
  if (LONG) expect(times[Math.ceil(times.length * 0.99) - 1]).toBeLessThan(SEEN_WITHIN_MS + HOPS * late);
});
