import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Uploaded pictures that are in the storage, or about to be. */
export const pictures = pgTable(
  "picture",
  {
    key: text().primaryKey(),
    /** Last upload: a recent picture may not have been saved in a form yet. */
    sentAt: timestamp("sent_at", { withTimezone: true }).notNull().defaultNow(),
    /**
     * Set while the picture is being removed from the storage: nobody may use it anymore, or store another under its key. When
     * this time has passed, the removal failed or was interrupted, and any process may take it over.
     */
    removeAt: timestamp("remove_at", { withTimezone: true }),
  },
  (t) => [
    index("picture_by_age").on(t.sentAt),
    index("picture_being_removed")
      .on(t.removeAt)
      .where(sql`${t.removeAt} is not null`),
  ],
);
