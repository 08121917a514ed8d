import { index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** State of the providers' stand-ins, never read by the shop itself. */
export const sandboxState = pgTable(
  "sandbox_state",
  {
    kind: text().notNull(),
    id: text().notNull(),
    value: jsonb().notNull(),
    /** When it was created; for deliveries, when they are due. */
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] }), index("sandbox_state_by_time").on(t.kind, t.at), index("sandbox_state_by_age").on(t.at)],
);
