import { sql } from "drizzle-orm";
import type { ShopGauge } from "#server/metrics/shop-gauges.ts";
import { attempts, refunds } from "./tables.ts";

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
    help: "Refunds whose money is not back yet",
    label: "status",
    async read(db) {
      const { rows } = await db.execute<{ is: string; value: number }>(sql`
        select status as is, count(r.id)::int as value
        from unnest(array['DUE', 'PENDING']) status left join ${refunds} r using (status) group by status`);
      return rows;
    },
  },
  {
    name: "despensa_refunds_oldest_seconds",
    help: "How long the oldest of them has waited",
    async read(db) {
      const { rows } = await db.execute<{ value: number }>(sql`
        select coalesce(extract(epoch from max(now() - created_at)), 0)::float8 as value from ${refunds} where status <> 'DONE'`);
      return rows;
    },
  },
];
