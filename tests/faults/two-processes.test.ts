import { afterAll, expect, test } from "vitest";
import { productDetails, productsOfCategory } from "#features/catalogue/contract.ts";
import { ROUNDS } from "../support/burst.ts";
import { addProduct, addShelf } from "../support/goods.ts";
import { callOver, makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { dataFolder, freePort, startShop } from "../support/shop-process.ts";
import { openSharedDatabase } from "../support/shared-database.ts";

const SEEN_WITHIN_MS = 1000;

/** Two shops that share only their database. */
const database = await openSharedDatabase();
const { connection, env: shared } = database;
const folders = [dataFolder(), dataFolder()];
const shops = await Promise.all(folders.map(async ({ path }) => startShop({ PORT: await freePort(), DATA_DIR: path, ...shared })));
const [here, there] = shops.map((shop) => shop.url) as [string, string]; // two were started
const behind = openBackdoor(folders[0]!.path, connection, shared);
const [buyer] = await makeBuyers(behind, 1);

afterAll(async () => {
  await behind.close();
  for (const shop of shops) await shop.stop();
  await database.drop();
  for (const folder of folders) folder.remove();
});

test("a sale in one process updates cached responses of this one immediately and of the other within a second", async () => {
  const [id, other] = await Promise.all([addProduct(behind, { stock: 12 * ROUNDS + 1 }), addProduct(behind)]);
  const { categoryId } = await addShelf(behind, [id, other]);
  const stockAt = async (url: string) => (await callOver(url, productDetails, { productId: id })).body.data.stock as number;
  const firstAt = async (url: string) => (await callOver(url, productsOfCategory, { id: categoryId })).body.data[0]._id as string;

  for (let left = 12 * ROUNDS; left >= 0; left--) {
    expect(await stockAt(there)).toBe(left + 1); // cached there from now on
    expect((await buyer!.order(here, [[id, 1]])).status).toBe(200);
    const sold = performance.now();
    expect(await stockAt(here)).toBe(left);
    let seen = await stockAt(there);
    while (seen !== left && performance.now() - sold < SEEN_WITHIN_MS) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      seen = await stockAt(there);
    }
    expect(seen).toBe(left);
  }
  // It is sold out, so lists put the available one first.
  expect([await firstAt(here), await firstAt(there)]).toEqual([other, other]);
});
