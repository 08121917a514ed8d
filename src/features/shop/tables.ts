import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The settings that admins changed. Those without a row have their default. */
export const shopSettings = pgTable("shop_setting", {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
});
