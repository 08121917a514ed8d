import { sql } from "drizzle-orm";
import { bigint, boolean, customType, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/** Recent changes, for the caches of other processes. Rows older than an hour are deleted. */
export const cacheChanges = pgTable(
  "cache_change",
  {
    xid: xid8()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    tags: text().array().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("cache_change_by_xid").on(t.xid), index("cache_change_by_age").on(t.at)],
);

/** Attempts counted by `RateLimit`, in the layout of rate-limiter-flexible. Rows are deleted an hour after they expire. */
export const rateLimits = pgTable(
  "rate_limit",
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970, by the database's clock. */
    expire: bigint({ mode: "number" }),
  },
  (t) => [index("rate_limit_by_end").on(t.expire)],
);

/** The shop's own backups, by its command or every night. Never part of a backup. Rows older than 90 days are deleted. */
export const backupRuns = pgTable(
  "backup_run",
  {
    id: text().primaryKey(),
    /** When its snapshot was taken, or it failed. */
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    ok: boolean().notNull(),
    /** Where it went, without keys. */
    address: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull().default(0),
    encrypted: boolean().notNull().default(false),
    /** Why it failed. */
    problem: text().notNull().default(""),
  },
  (t) => [index("backup_run_by_time").on(t.ok, t.at)],
);

/** The builds of the web that recently served this shop. Never part of a backup. */
export const webBuilds = pgTable("web_build", {
  /** A hash of the names of its files, which contain hashes of their content. */
  id: text().primaryKey(),
  files: text().array().notNull(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  /** When another build was started; null for the one started last. */
  replacedAt: timestamp("replaced_at", { withTimezone: true }),
});

/** Their scripts, styles, fonts and pictures. */
export const webFiles = pgTable("web_file", {
  name: text().primaryKey(),
  bytes: bytea().notNull(),
  isBrotli: boolean("is_brotli").notNull(),
});
