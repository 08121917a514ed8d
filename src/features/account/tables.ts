import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { ROLES } from "#shared/roles.ts";
import { LANGUAGES } from "#words/language.ts";
import { USER_STATUSES } from "./contract.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

export const users = pgTable(
  "user_account",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    /** Requested but not confirmed; empty if there is none. */
    newEmail: text("new_email").notNull().default(""),
    passwordHash: text("password_hash").notNull(),
    avatar: text().notNull().default(""),
    mobile: text().notNull().default(""),
    isConfirmed: boolean("verify_email").notNull().default(false),
    /**
     * Whether the address was confirmed by someone who knew the password: in a browser that had logged in, or with a reset code. Otherwise,
     * someone else may have registered the address, and its owner only opened the link.
     */
    ownerConfirmed: boolean("owner_confirmed").notNull().default(false),
    role: text({ enum: ROLES }).notNull().default("USER"),
    status: text({ enum: USER_STATUSES }).notNull().default("Active"),
    lastLoginAt: time("last_login_at"),
    /** The language of the last login, for emails that somebody else causes. */
    language: text({ enum: LANGUAGES }).notNull().default("en"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("user_account_email").on(sql`lower(${t.email})`),
    index("user_account_name_trigram").using("gin", sql`${t.name} gin_trgm_ops`),
    index("user_account_email_trigram").using("gin", sql`${t.email} gin_trgm_ops`),
    index("user_account_mobile_trigram").using("gin", sql`regexp_replace(${t.mobile}, '\\D', '', 'g') gin_trgm_ops`),
    // The order of the list of people: the staff first.
    index("user_account_staff_first").on(sql`(${t.role} <> 'USER')`, t.id),
    index("user_account_by_name").on(sql`lower(${t.name})`, t.id),
    index("user_account_avatar")
      .on(t.avatar)
      .where(sql`${t.avatar} <> ''`),
  ],
);

/** A login on one device, with its chain of refresh tokens. */
export const sessions = pgTable(
  "session",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    userAgent: text("user_agent").notNull().default(""),
    /** Whether the login took two steps, or a passkey. */
    twoStep: boolean("two_step").notNull().default(false),
    createdAt: time("created_at").notNull().defaultNow(),
    usedAt: time("used_at").notNull().defaultNow(),
    /** Set by a logout, a reused token or a new password. */
    revokedAt: time("revoked_at"),
  },
  (t) => [
    index("session_by_user").on(t.userId),
    index("session_by_use").on(t.usedAt),
    index("session_by_end")
      .on(t.revokedAt)
      .where(sql`${t.revokedAt} is not null`),
  ],
);

export const refreshTokens = pgTable(
  "refresh_token",
  {
    /** SHA-256 of the token, in hex. */
    hash: text().primaryKey(),
    sessionId: text("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    expiresAt: time("expires_at").notNull(),
    /** When it was exchanged for its successor. */
    usedAt: time("used_at"),
  },
  (t) => [index("refresh_token_by_session").on(t.sessionId), index("refresh_token_by_end").on(t.expiresAt)],
);

/** Browsers and networks that people have logged in from. */
export const knownPlaces = pgTable(
  "known_place",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** "device" and the SHA-256 of a browser's cookie, or "network" and a network as limits count it. */
    key: text().notNull(),
    usedAt: time("used_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index("known_place_by_age").on(t.usedAt)],
);

/** What happened to accounts in the last 180 days. Holds no password, code, token or email address. */
export const securityEvents = pgTable(
  "security_event",
  {
    id: text().primaryKey(),
    /** Null if the account doesn't exist. */
    userId: text("user_id").references(() => users.id),
    /** One of the contract's kinds. */
    kind: text().notNull(),
    /** What changed, if the kind doesn't say, for example "USER to ADMIN". */
    detail: text().notNull().default(""),
    /** The network, as in rate limits; empty for the shop itself. */
    ip: text().notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    at: time("at").notNull().defaultNow(),
  },
  (t) => [
    index("security_event_by_user").on(t.userId, t.id),
    index("security_event_by_age").on(t.at),
    index("security_event_of_nobody")
      .on(t.at)
      .where(sql`${t.userId} is null`),
  ],
);
