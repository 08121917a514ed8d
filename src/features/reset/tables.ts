import { pgTable, smallint, text, timestamp } from "drizzle-orm/pg-core";

/** Who asked for a new password: one row for an address, whether or not anybody has an account with it. */
export const passwordResets = pgTable("password_reset", {
  /** In lower case. */
  email: text().primaryKey(),
  /** Of this asking: another one makes another id, and so another code. */
  id: text().notNull().unique(),
  /** A keyed hash; null once the right code was shown. */
  codeHash: text("code_hash"),
  tries: smallint().notNull().default(0),
  /** SHA-256 of the ticket that the right code was exchanged for, in hex. */
  ticketHash: text("ticket_hash"),
  /** When the code, or then the ticket, is over. */
  endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
});
