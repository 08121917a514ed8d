import { pgTable, smallint, text } from "drizzle-orm/pg-core";

/** The product details that lists can be narrowed by, such as "Diet" and "Origin". Admins choose them. */
export const narrowingDetails = pgTable("narrowing_detail", {
  /** A key of `more_details`. */
  name: text().primaryKey(),
  /** The same detail in the Spanish texts, a key of `more_details_es`; empty if they don't have it. */
  nameEs: text("name_es").notNull().default(""),
  /** Its place among the filters. */
  place: smallint().notNull(),
});
