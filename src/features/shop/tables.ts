import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { SERVICES } from "./connections/contract.ts";

const changedAt = timestamp("changed_at", { withTimezone: true }).notNull().defaultNow();

/** The settings that admins changed. Those without a row have their default. */
export const shopSettings = pgTable("shop_setting", {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  changedAt,
});

/** The keys of the services that the shop uses, encrypted. */
export const connections = pgTable("shop_connection", {
  service: text({ enum: SERVICES }).primaryKey(),
  sealed: text().notNull(),
  changedAt,
});
