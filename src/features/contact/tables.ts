import { sql } from "drizzle-orm";
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
    /** When one of the staff answered it, or said that it is answered; null while it is open. */
    answeredAt: timestamp("answered_at", { withTimezone: true }),
    answeredBy: text("answered_by").references(() => users.id),
    /** The answer that the shop emailed; empty if it was given elsewhere. */
    answer: text().notNull().default(""),
    /** When one of the staff put it away; null while it is in the inbox. */
    archivedAt: timestamp("archived_at", { withTimezone: true }),
  },
  (t) => [
    index("contact_message_by_user").on(t.userId),
    index("contact_message_open")
      .on(t.id)
      .where(sql`${t.answeredAt} is null and ${t.archivedAt} is null`),
    index("contact_message_answered")
      .on(t.id)
      .where(sql`${t.answeredAt} is not null and ${t.archivedAt} is null`),
    index("contact_message_archived")
      .on(t.id)
      .where(sql`${t.archivedAt} is not null`),
  ],
);
