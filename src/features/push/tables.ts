import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { sessions } from "../account/tables.ts";

/** Where notifications for a login are sent: one browser per login, for as long as the login lasts. */
export const pushSubscriptions = pgTable("push_subscription", {
  sessionId: text("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  /** Anyone who knows this address and has the shop's key can send to the browser. */
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

/** The key pair that push services know the shop by. One row: with another key, browsers would have to subscribe again. */
export const pushKeys = pgTable(
  "push_key",
  {
    only: boolean().primaryKey().default(true),
    publicKey: text("public_key").notNull(),
    /** Encrypted: see vapid-keys.ts. */
    privateKey: text("private_key").notNull(),
  },
  (t) => [check("push_key_only", sql`${t.only}`)],
);
