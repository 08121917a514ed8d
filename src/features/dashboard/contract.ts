import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { weighed } from "../catalogue/contract.ts";

/** How many days the dashboard covers, including today. */
export const DAYS = 30;
/**
 * Orders that weren't canceled, in dollars: `revenue` is what was paid and not refunded, `expected` what is still to be paid, such
 * as cash on delivery. An order counts on the day it was placed, in the shop's time zone.
 */
const figures = z.object({ orders: z.int(), revenue: z.number(), expected: z.number() });

const daySales = z.extend(figures, { day: z.iso.date() });
export type DaySales = z.output<typeof daySales>;

export const sales = endpoint({
  method: "GET",
  path: "/api/dashboard/sales",
  access: "manager",
  summary: `Orders, revenue and expected revenue today, on the same day last week up to this time, and on each of the last ${DAYS} days; orders to send, and requests to cancel`,
  reply: z.object({
    data: z.object({
      today: figures,
      lastWeek: figures,
      days: z.array(daySales),
      toBeSent: z.object({ orders: z.int(), oldest: z.nullable(z.iso.datetime()) }),
      /** Orders whose shopper asked to cancel and is waiting for an answer. */
      cancelRequests: z.int(),
    }),
  }),
});

const sold = z.object({ name: z.string(), pieces: z.int(), revenue: z.number(), expected: z.number() });

export const bestSellers = endpoint({
  method: "GET",
  path: "/api/dashboard/best-sellers",
  access: "manager",
  summary: `Products by pieces and categories by sales of the last ${DAYS} days, without canceled and fully refunded orders. Each product counts in one category, so the categories and the delivery fees add up to the shop's revenue to the cent`,
  reply: z.object({
    data: z.object({
      products: z.array(z.extend(sold, { _id: id, unit: z.string(), /** Whether the product still exists. */ isThere: z.boolean() })),
      /** `_id` is null for products without a category, and for delivery fees (`isFee`), which come last. */
      categories: z.array(z.extend(sold, { _id: z.nullable(id), isFee: z.boolean() })),
    }),
  }),
});

const lowProduct = z.object({ _id: id, name: z.string(), unit: z.string(), stock: z.int(), sold: z.int(), weighed: z.nullable(weighed) });

export const lowStock = endpoint({
  method: "GET",
  path: "/api/dashboard/low-stock",
  access: "manager",
  summary: "Products that are low on stock, lowest stock and best-selling first; how many are low or sold out, and the threshold",
  reply: z.object({ data: z.object({ threshold: z.int(), low: z.int(), soldOut: z.int(), products: z.array(lowProduct) }) }),
});

export const missedSearches = endpoint({
  method: "GET",
  path: "/api/dashboard/missed-searches",
  access: "manager",
  summary: `The most frequent searches of the last ${DAYS} days without results, as the report of searches counts them`,
  reply: z.object({ data: z.array(z.object({ text: z.string(), count: z.int() })) }),
});

/** A part of what runs the shop. */
export const healthPart = z.object({
  name: z.enum(["Database", "Read replica", "Background jobs", "Email", "Payments", "Disk", "Backup", "Change archive", "Version"]),
  /** False: someone should look at it. */
  ok: z.boolean(),
  about: z.string(),
  /** The time that `about` ends with. */
  at: z.optional(z.nullable(z.iso.datetime())),
});
export type HealthPart = z.output<typeof healthPart>;

export const health = endpoint({
  method: "GET",
  path: "/api/dashboard/health",
  access: "manager",
  summary: "How the database, background jobs, email, payments, disk and backups are doing, and the version",
  reply: z.object({ data: z.array(healthPart) }),
});
