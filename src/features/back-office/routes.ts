import type { FastifyInstance } from "fastify";
import { serve } from "#server/http/serve.ts";
import type { Shop } from "#server/shop.ts";
import { toDollars } from "#shared/money.ts";
import { language } from "#words/language.ts";
import { findIds, readAdminProducts } from "../catalogue/admin/find/read-found.ts";
import { spokenLine } from "../catalogue/spoken/spoken-line.ts";
import { findCustomers } from "../customers/store.ts";
import { findOrderIds } from "../orders/admin/find-orders.ts";
import { readOrdersById } from "../orders/store.ts";
import { FOUND, findAnything, type Found } from "./contract.ts";

/** What part of an order number, or a whole id, looks like. */
const ORDER_NUMBER = /^#?([\da-z]+)$/i;

/** The one search of the back office. */
export function backOfficeRoutes(app: FastifyInstance, shop: Shop): void {
  const { db } = shop.database;

  async function orders(orderId: string | undefined): Promise<Found["orders"]> {
    if (!orderId) return [];
    const { timeZone } = await shop.identity();
    const found = await readOrdersById(db, await findOrderIds(db, { orderId }, { limit: FOUND }, timeZone));
    return found.map(({ id, number, userName, status, totalCents, createdAt }) => ({
      _id: id,
      orderId: number,
      userName,
      status,
      totalAmt: toDollars(totalCents),
      createdAt: createdAt.toISOString(),
    }));
  }

  async function products(q: string): Promise<Found["products"]> {
    // Typos are forgiven, so that some product is found for any email address.
    if (q.includes("@")) return [];
    const { timeZone } = await shop.identity();
    const { ids } = await findIds(shop, db, { search: q, seesCosts: false }, { page: 1, limit: FOUND }, FOUND);
    return (await readAdminProducts(db, ids, timeZone)).map(({ _id, name, unit, sku, image, stock, own: { nameEs, unitEs } }) => {
      const spoken = spokenLine({ name, nameEs, unit, unitEs }, language());
      return { _id, name: spoken.name, unit: spoken.unit, sku: sku ?? "", image: image[0] ?? "", stock };
    });
  }

  serve(app, shop, findAnything, async ({ input: { q } }) => {
    const number = ORDER_NUMBER.exec(q)?.[1]?.toUpperCase();
    const [foundOrders, similarProducts, foundCustomers] = await Promise.all([orders(number), products(q), findCustomers(db, q, FOUND)]);
    // Typos are forgiven, so some product would match any order number.
    const isOrder = foundOrders.some(({ orderId }) => orderId === number);
    const foundProducts = isOrder ? [] : similarProducts;
    const customers = foundCustomers.map(({ id, ...customer }) => ({ _id: id, ...customer }));
    return { data: { orders: foundOrders, products: foundProducts, customers } };
  });
}
