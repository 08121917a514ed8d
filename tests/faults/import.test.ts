import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Endpoint, InputOf, ReplyOf } from "#shared/endpoint.ts";
import { login } from "#features/account/contract.ts";
import * as contract from "#features/catalogue/contract.ts";
import * as imports from "#features/catalogue/import/contract.ts";
import { LONG } from "../support/rounds.ts";
import { reachEmbedded } from "#server/db/embedded/start-embedded.ts";
import { healthOf, watchLateness } from "../support/lateness.ts";
import { makeBuyers, openBackdoor, type Buyer } from "../support/live-shop.ts";
import { wholeFile } from "../support/imports.ts";
import { runImport } from "../support/run-import.ts";
import { dataFolder, databaseProcess, freePort, startShop, untilTrue, type ShopProcess } from "../support/shop-process.ts";

const data = dataFolder();
afterAll(() => data.remove());

/** A complete supermarket, for tests only. It must not be redistributed, so it is kept outside the project. */
const WHOLE = join(import.meta.dirname, "../../../shared/data/bigbasket.csv.gz");
const PRODUCTS = 37_445;

async function ask<E extends Endpoint>({ url }: ShopProcess, { method, path }: E, input?: InputOf<E>) {
  const body = method === "GET" ? {} : { body: JSON.stringify(input ?? {}), headers: { "content-type": "application/json" } };
  const answer = await fetch(url + path, { method, ...body });
  expect(answer.status).toBe(200);
  return { body: (await answer.json()) as ReplyOf<E> }; // a 200 has the contract's shape
}

test("an import starts the database of a closed shop, and works beside an open one", async () => {
  const file = join(data.path, "goods.csv");
  writeFileSync(file, "sku,name,category,sub_category,price\nA1,Apple,Fruit,Apples,1.00\n");
  const env = { DATA_DIR: data.path };
  expect(await runImport([file], env)).toMatchObject({ code: 0, text: expect.stringContaining("1 added,") });
  expect(databaseProcess(data.path)).toBeUndefined();

  const shop = await startShop({ ...env, PORT: await freePort(), CATALOGUE: "demo" });
  try {
    const before = await ask(shop, contract.listProducts);
    expect(before.body.data).toMatchObject([{ name: "Apple", price: 1 }]);
    writeFileSync(file, "sku,name,category,sub_category,price\nA1,Apple,Fruit,Apples,2.00\n");
    expect(await runImport([file], env)).toMatchObject({ code: 0, text: expect.stringContaining("1 updated,") });
    await untilTrue(async () => (await ask(shop, contract.listProducts)).body.data[0]?.price === 2);
  } finally {
    await shop.stop();
  }
});

// Campaign only. Three minutes, since the one-minute limit assumes an otherwise idle machine.
test.skipIf(!LONG || !existsSync(WHOLE))(
  `a whole supermarket of ${PRODUCTS} products is imported beside an open shop, in memory that does not hold it (in the campaign, with its file)`,
  { timeout: 900_000 },
  async () => {
    const env = { DATA_DIR: data.path };
    const shop = await startShop({ ...env, PORT: await freePort() });
    try {
      const started = performance.now();
      const first = await runImport([WHOLE], env, ["--max-old-space-size=96"]);
      expect(first).toMatchObject({ code: 0, text: expect.stringContaining("37,445 added, 0 updated, 0 unchanged, 0 refused") });
      expect(performance.now() - started).toBeLessThan(180_000);
      await untilTrue(async () => (await ask(shop, contract.listProducts)).body.totalCount === PRODUCTS + 1);

      const again = await runImport([WHOLE], env, ["--max-old-space-size=96"]);
      expect(again).toMatchObject({ code: 0, text: expect.stringContaining("0 added, 0 updated, 37,445 unchanged, 0 refused") });
      const counted = await ask(shop, contract.listProducts, { limit: 50, page: 749 });
      expect(counted.body).toMatchObject({ totalCount: PRODUCTS + 1, totalNoPage: 749 });

      const { body: home } = await ask(shop, contract.home);
      expect(home.data).toHaveLength(12);
      for (const { category, subCategory, products } of home.data) {
        expect([category.image, subCategory.image, products[0]?.image[0]]).toEqual(Array(3).fill(expect.stringMatching(/^\/images\//)));
      }
      const { body: subCategories } = await ask(shop, contract.listSubCategories);
      expect(subCategories.data).toHaveLength(92);
      expect(subCategories.data.flatMap((row: contract.SubCategory) => row.category)).toHaveLength(100);
    } finally {
      await shop.stop();
    }
  },
);

test("a shop killed while writing an import keeps what is written, and continues with the rest within seconds", async () => {
  const folder = dataFolder({ database: true });
  const admin = { email: "admin@shop.example", password: "the keys of the pantry" };
  const env = { DATA_DIR: folder.path, PORT: await freePort(), ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  let shop = await startShop(env);
  try {
    const { data: tokens } = (await (await fetch(`${shop.url}${login.path}`, jsonOf(admin))).json()) as ReplyOf<typeof login>;
    const headers = { authorization: `Bearer ${tokens.accesstoken}` };
    const call = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(shop.url + path, { ...init, headers: { ...headers, ...(init.headers as object) } });
      return ((await answer.json()) as ReplyOf<typeof imports.getImport>).data;
    };
    const form = new FormData();
    form.append("file", new Blob([wholeFile(4000, 40).text]), "generated.csv");
    const { _id, mapping } = await call(imports.sendImport.path, { method: "POST", body: form });
    const at = (endpoint: Endpoint) => endpoint.path.replace(":importId", _id);
    await call(at(imports.checkImport), jsonOf({ mapping }));
    const read = () => call(at(imports.getImport));
    await untilTrue(async () => (await read()).state === "checked");
    await call(at(imports.applyImport), jsonOf({ checkId: (await read()).checkId }));

    // Killed at once, then after the first batch.
    for (const written of [0, 1]) {
      await untilTrue(async () => (await read()).done >= written);
      const before = await read();
      await shop.stop("SIGKILL");
      expect(before.state).toBe("applying");
      shop = await startShop(env);
      const { done } = await read();
      expect(done).toBeGreaterThanOrEqual(before.done);
      if (written > 0) expect((await ask(shop, contract.listProducts)).body.totalCount).toBeGreaterThan(0);
      await untilTrue(async () => (await read()).done > before.done);
    }
    await untilTrue(async () => (await read()).state === "applied");
    expect((await read()).report).toMatchObject({ added: 4000, refused: 40 });
    expect((await ask(shop, contract.listProducts)).body.totalCount).toBe(4000);
  } finally {
    await shop.stop();
    folder.remove();
  }
});

const isNew = ({ charged }: { charged: number }) => charged > 50;

/** Writes to the log of the database, and waits for its disk. */
const COMMIT = "select pg_logical_emit_message(true, 'test', '')";

// In the campaign as many products as a supermarket has.
test(
  "orders during an import of all prices: none is refused, waits over a second or is charged another price than shown",
  { timeout: 900_000 },
  async () => {
    const count = LONG ? PRODUCTS : 4000;
    const folder = dataFolder({ database: true });
    const env = { DATA_DIR: folder.path, PORT: await freePort() };
    const shop = await startShop(env);
    const behind = openBackdoor(folder.path, (await reachEmbedded(folder.path)).connection);
    try {
      const file = join(folder.path, "prices.csv");
      const bring = async (dollars: (n: number) => number) => {
        const rows = Array.from({ length: count }, (_, n) => `P${n},Product ${n},Aisle ${n % 9},Shelf ${n % 90},${dollars(n)}.50,999`);
        writeFileSync(file, ["sku,name,category,sub_category,price,stock", ...rows].join("\n"));
        expect(await runImport([file], env)).toMatchObject({ code: 0 });
      };
      await bring((n) => 1 + (n % 40));
      const { rows: products } = await behind.shop.database.pool.query<{ id: string }>("select id from product order by id");
      const buyers = await makeBuyers(behind, 3);

      const over = new AbortController();
      const placed: { shown: number; charged: number }[] = [];
      const refused: string[] = [];
      const waits: number[] = [];
      const keepBuying = async (buyer: Buyer, b: number) => {
        for (let n = b; !over.signal.aborted; n += buyers.length) {
          const productId = products[(n * 617) % count]!.id;
          const shown = (await ask(shop, contract.productDetails, { productId })).body.data.price;
          const asked = performance.now();
          const { status, body } = await buyer.order(shop.url, [[productId, 1]], undefined, { expectedTotal: shown });
          waits.push(performance.now() - asked);
          if (status === 200) placed.push({ shown, charged: body.data.totalAmt });
          else refused.push(`${status} ${body.data?.reason}`);
        }
      };
      const lateness = watchLateness(healthOf(shop.url), () => behind.shop.database.pool.query(COMMIT));
      const buying = Promise.all(buyers.map(keepBuying));
      try {
        await untilTrue(() => placed.length > 10);
        await bring((n) => 50 + (n % 40));
        await untilTrue(() => placed.some(isNew) && placed.length > 20);
      } finally {
        over.abort();
        await buying;
      }

      expect(placed.filter(({ shown, charged }) => shown !== charged)).toEqual([]);
      expect(Math.max(...waits)).toBeLessThan(1000 + 3 * (await lateness.end()));
      // Some pay the old prices and some the new; whoever was shown a price that just changed is told so, and charged nothing.
      expect(new Set(placed.map(isNew))).toEqual(new Set([true, false]));
      expect(refused.filter((why) => why !== "409 price")).toEqual([]);
      const { rows: orders } = await behind.shop.database.pool.query("select count(*)::int as count from customer_order");
      expect(orders).toEqual([{ count: placed.length }]);
    } finally {
      await behind.close();
      await shop.stop();
      folder.remove();
    }
  },
);

const jsonOf = (value: unknown) => ({ method: "POST", body: JSON.stringify(value), headers: { "content-type": "application/json" } });
