import { index, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Requests for a new password, whether or not the address has an account. Each browser or network that the account knows has one of
 * its own and strangers share one, so that strangers can neither replace nor use up the owner's code.
 */
export const passwordResets = pgTable(
  "password_reset",
  {
    /** In lower case. */
    email: text().notNull(),
    /** The key of a known place; empty for strangers. */
    place: text().notNull().default(""),
    /** Changes with each request, and so does the code derived from it. */
    id: text().notNull().unique(),
    /** A keyed hash; null once the right code was entered. */
    codeHash: text("code_hash"),
    tries: smallint().notNull().default(0),
    /** SHA-256 of the ticket that the right code was exchanged for, in hex. */
    ticketHash: text("ticket_hash"),
    /** When the code, and later the ticket, expires. */
    endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.email, t.place] }), index("password_reset_by_end").on(t.endsAt)],
);
