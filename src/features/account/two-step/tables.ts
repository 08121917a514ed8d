import { bigint, customType, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "../tables.ts";

const bytes = customType<{ data: Uint8Array<ArrayBuffer> }>({ dataType: () => "bytea" });
const time = (name: string) => timestamp(name, { withTimezone: true });
const userId = () =>
  text("user_id")
    .notNull()
    .references(() => users.id);

/** Authenticator apps, at most one per account. */
export const authenticators = pgTable("authenticator", {
  userId: userId().primaryKey(),
  /** Encrypted: see authenticator.ts. */
  secret: text().notNull(),
  /** Null until its first code was typed. */
  confirmedAt: time("confirmed_at"),
  /** The 30-second step of the last accepted code, so that no code works twice. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
});

export const passkeys = pgTable(
  "passkey",
  {
    /** The credential's id, in base64url. */
    id: text().primaryKey(),
    userId: userId(),
    name: text().notNull(),
    publicKey: bytes("public_key").notNull(),
    /** How often the passkey was used, by its own count; 0 if it doesn't count. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    usedAt: time("used_at"),
  },
  (t) => [index("passkey_by_user").on(t.userId)],
);

export const recoveryCodes = pgTable(
  "recovery_code",
  {
    userId: userId(),
    /** SHA-256 of the code, in hex. */
    hash: text().notNull(),
    usedAt: time("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
);

/** Logins and new passkeys in progress, for ten minutes. */
export const stepTickets = pgTable(
  "step_ticket",
  {
    /** SHA-256 of the ticket, in hex. */
    hash: text().primaryKey(),
    purpose: text({ enum: ["second-step", "passkey-login", "passkey-add"] }).notNull(),
    /** Null for a passkey login, where the person is known only at the end. */
    userId: text("user_id").references(() => users.id),
    /** For a second step: the hash the password was compared with. */
    passwordHash: text("password_hash").notNull().default(""),
    /** For a passkey: the challenge it has to sign. */
    challenge: text().notNull().default(""),
    tries: integer().notNull().default(0),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [index("step_ticket_by_age").on(t.createdAt)],
);
