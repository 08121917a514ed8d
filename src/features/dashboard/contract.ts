import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";

/** Days over which the dashboard looks back, today included. */
export const DAYS = 30;
/** A product with so many pieces or fewer is low. */
export const LOW_STOCK = 10;

/**
 * Orders that were not cancelled, and their revenue in dollars: what was charged without what was given back. An order
 * counts on the day it was placed, in the shop's zone.
 */
const figures = z.object({ orders: z.int(), revenue: z.number() });

const daySales = z.extend(figures, { day: z.iso.date() });
export type DaySales = z.output<typeof daySales>;

export const sales = endpoint({
  method: "GET",
  path: "/api/dashboard/sales",
  access: "admin",
  summary: `Orders and revenue of today, of the same day last week until this time, and of each of the last ${DAYS} days; what is to be sent`,
  reply: z.object({
    data: z.object({
      today: figures,
      lastWeek: figures,
      days: z.array(daySales),
      toBeSent: z.object({ orders: z.int(), oldest: z.nullable(z.iso.datetime()) }),
    }),
  }),
});

const sold = z.object({ _id: id, name: z.string(), pieces: z.int(), revenue: z.number() });

export const bestSellers = endpoint({
  method: "GET",
  path: "/api/dashboard/best-sellers",
  access: "admin",
  summary: `Products by pieces and categories by revenue of ${DAYS} days, at the prices that were charged, without orders cancelled or refunded; a product in several categories counts in each`,
  reply: z.object({
    data: z.object({
      products: z.array(z.extend(sold, { /** Whether it is still on the shelves. */ isThere: z.boolean() })),
      categories: z.array(sold),
    }),
  }),
});

const lowProduct = z.object({ _id: id, name: z.string(), unit: z.string(), stock: z.int(), sold: z.int() });

export const lowStock = endpoint({
  method: "GET",
  path: "/api/dashboard/low-stock",
  access: "admin",
  summary: `Products with ${LOW_STOCK} pieces or fewer, how many they are and how many are sold out; the emptiest and most sold first`,
  reply: z.object({ data: z.object({ low: z.int(), soldOut: z.int(), products: z.array(lowProduct) }) }),
});

export const missedSearches = endpoint({
  method: "GET",
  path: "/api/dashboard/missed-searches",
  access: "admin",
  summary: `What was searched for most in ${DAYS} days without being found; counted without a trace of who searched`,
  reply: z.object({ data: z.array(z.object({ text: z.string(), count: z.int() })) }),
});
