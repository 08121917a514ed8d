import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { toDollars } from "#shared/money.ts";
import { readMissed } from "../search/missed-store.ts";
import * as contract from "./contract.ts";
import { readBestSellers, readLowStock, readSales } from "./store.ts";

/** Rows of each list. */
const ROWS = 10;

const inDollars = <T extends { cents: number }>({ cents, ...row }: T) => ({ ...row, revenue: toDollars(cents) });

/** How the shop is doing, for those who run it. */
export function dashboardRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;
  const span = { timeZone: shop.config.shop.timeZone, days: contract.DAYS };

  serve(app, shop, contract.sales, async () => {
    const { today, lastWeek, days, pending } = await readSales(db, span);
    const oldest = pending.oldest && new Date(pending.oldest).toISOString();
    return {
      data: { today: inDollars(today), lastWeek: inDollars(lastWeek), days: days.map(inDollars), toBeSent: { ...pending, oldest } },
    };
  });

  serve(app, shop, contract.bestSellers, async () => {
    const { products, categories } = await readBestSellers(db, { ...span, limit: ROWS });
    return { data: { products: products.map(inDollars), categories: categories.map(inDollars) } };
  });

  serve(app, shop, contract.lowStock, async () => ({ data: await readLowStock(db, ROWS) }));
  serve(app, shop, contract.missedSearches, async () => ({ data: await readMissed(db, { ...span, limit: ROWS }) }));
}
