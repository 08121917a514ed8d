import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The uploaded pictures that the storage holds or is about to hold. */
export const pictures = pgTable(
  "picture",
  {
    key: text().primaryKey(),
    /** When it was sent last: young ones may be on their way into a form. */
    sentAt: timestamp("sent_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("picture_by_age").on(t.sentAt)],
);
