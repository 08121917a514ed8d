import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The uploaded pictures that are, or are about to be, in the storage. */
export const pictures = pgTable(
  "picture",
  {
    key: text().primaryKey(),
    /** When it was last uploaded: a recent one may still be on its way into a form. */
    sentAt: timestamp("sent_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("picture_by_age").on(t.sentAt)],
);
