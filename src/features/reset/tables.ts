import { index, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Requests for a new password, whether or not anybody has an account with the address. The ones from each browser or network
 * that the account knows are apart, and strangers share one, so that strangers can neither replace nor use up the owner's code.
 */
export const passwordResets = pgTable(
  "password_reset",
  {
    /** In lower case. */
    email: text().notNull(),
    /** The key of a known place; empty for strangers. */
    place: text().notNull().default(""),
    /** Of this request: the next one has another id, and so another code. */
    id: text().notNull().unique(),
    /** A keyed hash; null once the right code was shown. */
    codeHash: text("code_hash"),
    tries: smallint().notNull().default(0),
    /** SHA-256 of the ticket that the right code was exchanged for, in hex. */
    ticketHash: text("ticket_hash"),
    /** When the code, and later the ticket, expires. */
    endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.email, t.place] }), index("password_reset_by_end").on(t.endsAt)],
);
