import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../account/tables.ts";
import { AUDITED } from "./contract.ts";

/** What the staff changed, stored for two years. */
export const adminChanges = pgTable(
  "admin_change",
  {
    id: text().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Null for the command that imports products. */
    byId: text("by_id").references(() => users.id),
    kind: text({ enum: AUDITED }).notNull(),
    thingId: text("thing_id").notNull(),
    /** Its name at the time. */
    thingName: text("thing_name").notNull(),
    action: text().notNull(),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The thing's new version. While the thing still has it, nobody has changed it since. */
    version: integer(),
    /** Shared by all changes made at once. */
    changeId: text("change_id"),
  },
  (t) => [
    index("admin_change_of_thing").on(t.kind, t.thingId, t.id),
    index("admin_change_by_person").on(t.byId, t.id),
    index("admin_change_of_kind").on(t.kind, t.id),
    index("admin_change_at_once")
      .on(t.changeId, t.id)
      .where(sql`${t.changeId} is not null`),
    index("admin_change_by_age").on(t.at),
  ],
);
