import { sql } from "drizzle-orm";
import type { ShopGauge } from "#server/metrics/shop-gauges.ts";
import { orders } from "./tables.ts";

export const orderGauges: readonly ShopGauge[] = [
  {
    name: "despensa_orders",
    help: "All orders, by status",
    label: "status",
    async read(db) {
      const { rows } = await db.execute<{ is: string; value: number }>(
        sql`select status as is, count(*)::int as value from ${orders} group by status`,
      );
      return rows;
    },
  },
];
