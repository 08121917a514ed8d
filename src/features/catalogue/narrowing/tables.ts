import { pgTable, smallint, text } from "drizzle-orm/pg-core";

/** The product details that lists can be narrowed by, such as "Diet" and "Origin". Admins choose them. */
export const narrowingDetails = pgTable("narrowing_detail", {
  /** A key of `more_details`. */
  name: text().primaryKey(),
  /** Its place among the filters. */
  place: smallint().notNull(),
});
