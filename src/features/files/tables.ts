import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Uploaded pictures that are in the storage, or about to be. */
export const pictures = pgTable(
  "picture",
  {
    key: text().primaryKey(),
    /** Last upload: a recent picture may not have been saved in a form yet. */
    sentAt: timestamp("sent_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("picture_by_age").on(t.sentAt)],
);
