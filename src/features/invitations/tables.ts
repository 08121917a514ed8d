import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { ROLES } from "#shared/roles.ts";
import { users } from "../account/tables.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Invitations to work in the shop. Deleted once they are accepted or withdrawn, or a month after they expired. */
export const invitations = pgTable(
  "staff_invitation",
  {
    id: text().primaryKey(),
    email: text().notNull(),
    role: text({ enum: ROLES }).notNull(),
    invitedBy: text("invited_by")
      .notNull()
      .references(() => users.id),
    /** How often it was sent. Each time has a new link. */
    sending: integer().notNull().default(1),
    /** SHA-256 of the current link's token, in hex. */
    tokenHash: text("token_hash").notNull(),
    sentAt: time("sent_at").notNull().defaultNow(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("staff_invitation_email").on(sql`lower(${t.email})`),
    uniqueIndex("staff_invitation_token").on(t.tokenHash),
    index("staff_invitation_by_end").on(t.expiresAt),
  ],
);
