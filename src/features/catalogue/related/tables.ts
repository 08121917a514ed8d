import { pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { products } from "../tables.ts";

/** Products that are often bought together. Computed every night from the orders; says nothing about who bought them. */
export const productPairs = pgTable(
  "product_pair",
  {
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    otherId: text("other_id")
      .notNull()
      .references(() => products.id),
    /** 1 is the best match. */
    place: smallint().notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.otherId] })],
);
