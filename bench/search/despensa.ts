import { mkdirSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import type { Product } from "#features/catalogue/contract.ts";
import { importCatalogue } from "#features/catalogue/import/import-catalogue.ts";
import { loadDemo } from "#features/catalogue/demo/load-demo.ts";
import { searchProducts } from "#features/search/contract.ts";
import { indexTheRest } from "#features/search/engine/index-products.ts";
import { search } from "#features/search/engine/search.ts";
import { searchIndexOf } from "#features/search/engine/search-index.ts";
import { buildApp } from "#start/app.ts";
import { loadConfig } from "#server/settings/config.ts";
import { openDatabase } from "#server/db/connect.ts";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { migrateDatabase } from "#server/db/migrate.ts";
import { EVERYTHING } from "#server/cache/response-cache.ts";
import { makeShop } from "#start/open-shop.ts";
import type { Shop } from "#server/shop.ts";

/** The shop's search, with and without the API around it. */
export interface Despensa {
  shop: Shop;
  app: FastifyInstance;
  /** The complete call, with an empty response cache. */
  call: (text: string, limit: number) => Promise<Product[]>;
  /** Only finds the ids, without reading the products. */
  find: (text: string, limit: number) => Promise<string[]>;
  close(): Promise<void>;
}

/** Opens a shop in a folder. If empty, it is filled from a catalogue file, or with the demo catalogue. */
export async function openDespensa(folder: string, file?: string): Promise<Despensa> {
  mkdirSync(folder, { recursive: true });
  const config = loadConfig({
    DATA_DIR: folder,
    CATALOGUE: "none",
    LOG_LEVEL: "silent",
    RATE_LIMIT: "off",
  });
  const given = process.env["BENCH_DATABASE_URL"];
  const embedded = given ? undefined : await startEmbedded(folder);
  const connection = embedded?.connection ?? { connectionString: given };
  await migrateDatabase(connection);
  const database = openDatabase(connection, () => {});
  const { rows } = await database.pool.query<{ count: number }>("select count(*)::int as count from product");
  if (rows[0]?.count === 0 && !file) await loadDemo(database);
  if (rows[0]?.count === 0 && file) {
    const started = performance.now();
    const { added } = await importCatalogue(connection, file, {
      timeZone: "UTC",
      defaultStock: 100,
      strict: false,
      onRefused() {},
      onProgress() {},
    });
    console.log(`Imported and indexed ${added} products in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
  }
  await indexTheRest(database); // a reused database may have been indexed by older code
  const shop = makeShop(config, database, pino({ level: "silent" }));
  const app = buildApp(shop);
  await app.ready();
  return {
    shop,
    app,
    async call(text, limit) {
      shop.cache.invalidate([EVERYTHING]);
      const { method, path: url } = searchProducts;
      const answer = await app.inject({ method, url, payload: { search: text, limit } });
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} for ${JSON.stringify(text)}: ${answer.body}`);
      return answer.json<{ data: Product[] }>().data;
    },
    async find(text, limit) {
      return (await search(searchIndexOf(shop), text, { page: 1, limit })).ids;
    },
    async close() {
      await app.close();
      await database.close();
      await embedded?.stop();
    },
  };
}
