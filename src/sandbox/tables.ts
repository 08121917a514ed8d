import { index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** What the stand-ins of the providers remember; the shop itself never reads it. */
export const sandboxState = pgTable(
  "sandbox_state",
  {
    kind: text().notNull(),
    id: text().notNull(),
    value: jsonb().notNull(),
    /** When it was made; for what is to be sent, when that is due. */
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] }), index("sandbox_state_by_time").on(t.kind, t.at), index("sandbox_state_by_age").on(t.at)],
);
