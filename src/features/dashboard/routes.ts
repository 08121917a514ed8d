import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { toDollars } from "#shared/money.ts";
import { readSearches } from "../search/report/store.ts";
import * as contract from "./contract.ts";
import { addUpDays } from "./days/add-up-days.ts";
import { readHealth } from "./health.ts";
import { readBestSellers, readLowStock, readSales } from "./store.ts";

/** Rows in the product and search lists; of products to restock, more. */
const ROWS = 10;
const LOW_ROWS = 50;

const inDollars = <T extends { paidCents: number; expectedCents: number }>({ paidCents, expectedCents, ...row }: T) => ({
  ...row,
  revenue: toDollars(paidCents),
  expected: toDollars(expectedCents),
});

/** Renames `id` to `_id`, as the specification calls it. */
function withId<T extends { id: string | null }>({ id, ...row }: T): Omit<T, "id"> & { _id: T["id"] } {
  return { ...row, _id: id };
}

/** The numbers on the admins' Overview. */
export function dashboardRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const spanNow = async () => ({ timeZone: (await shop.identity()).timeZone, days: contract.DAYS });

  serve(app, shop, contract.sales, async () => {
    const { today, lastWeek, days, pending, cancelRequests } = await readSales(db, await spanNow());
    const toBeSent = { ...pending, oldest: pending.oldest && new Date(pending.oldest).toISOString() };
    return { data: { today: inDollars(today), lastWeek: inDollars(lastWeek), days: days.map(inDollars), toBeSent, cancelRequests } };
  });

  serve(app, shop, contract.bestSellers, async () => {
    const span = await spanNow();
    await addUpDays(shop.database, span);
    const { products, categories } = await readBestSellers(db, { ...span, limit: ROWS });
    return { data: { products: products.map(inDollars).map(withId), categories: categories.map(inDollars).map(withId) } };
  });

  serve(app, shop, contract.lowStock, async () => {
    const { lowStock: threshold } = await shop.settings();
    const { products, ...counts } = await readLowStock(db, threshold, LOW_ROWS);
    return { data: { threshold, ...counts, products: products.map(withId) } };
  });
  serve(app, shop, contract.health, async () => ({ data: await readHealth(shop) }));
  serve(app, shop, contract.missedSearches, async () => {
    const missed = await readSearches(db, await spanNow(), "missed", ROWS);
    return { data: missed.map(({ text, searched }) => ({ text, count: searched })) };
  });
}
