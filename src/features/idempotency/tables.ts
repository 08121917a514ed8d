import { index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../account/tables.ts";

/** The Idempotency-Keys of requests that made an order, an address or a message, stored for 24 hours. */
export const requestKeys = pgTable(
  "order_key",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    key: text().notNull(),
    /** SHA-256 of the validated request, in hex: the same key with a different request is refused. */
    requestHash: text("request_hash").notNull(),
    /** The id of what the request made; of an order even before it is paid. */
    madeId: text("order_id").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index("order_key_by_age").on(t.createdAt)],
);
