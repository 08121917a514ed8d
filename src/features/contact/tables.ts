import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../account/tables.ts";

/** Messages to the shop. */
export const contactMessages = pgTable(
  "contact_message",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("contact_message_by_user").on(t.userId)],
);
