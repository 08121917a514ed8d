import { sql } from "drizzle-orm";
import type { ShopGauge } from "#server/metrics/shop-gauges.ts";
import { readWaitingRefunds } from "./refunds/waiting-refunds.ts";
import { attempts } from "./tables.ts";

export const paymentGauges: readonly ShopGauge[] = [
  {
    name: "despensa_payments",
    help: "All payments, by status",
    label: "status",
    async read(db) {
      const { rows } = await db.execute<{ is: string; value: number }>(
        sql`select status as is, count(*)::int as value from ${attempts} group by status`,
      );
      return rows;
    },
  },
  {
    name: "despensa_refunds_waiting",
    help: "Refunds whose money is not back yet, and those that failed",
    label: "status",
    async read(db) {
      const { waiting, failed } = await readWaitingRefunds(db);
      return [
        { is: "waiting", value: waiting },
        { is: "failed", value: failed },
      ];
    },
  },
  {
    name: "despensa_refunds_oldest_seconds",
    help: "How long the oldest of them has waited",
    read: async (db) => [{ value: (await readWaitingRefunds(db)).seconds }],
  },
];
