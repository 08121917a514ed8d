import { isIP } from "node:net";
import { z } from "zod";
import { isTimeZone } from "#shared/settings.ts";
import { readConnection } from "../db/hosts.ts";
import { backupSettings, missingBackupSettings } from "./backup-settings.ts";
import { baseAddress, httpAddress } from "./http-address.ts";
import { missingSettings, paymentSettings } from "./payment-settings.ts";
import { missingS3Settings, s3Settings, toS3 } from "./s3-settings.ts";
import { tracingSettings } from "./tracing-settings.ts";

/** Looked for after the user name and password. */
const SEVERAL_HOSTS = /,[^@]*$|target_session_attrs=/;

const text = z.string().trim().min(1);
const onOff = z.enum(["on", "off"]).transform((value) => value === "on");

const databaseUrl = z.string().superRefine((value, context) => {
  try {
    readConnection(value);
  } catch (error) {
    context.addIssue({ code: "custom", message: (error as Error).message });
  }
});
const readUrl = databaseUrl.refine(
  (value) => !SEVERAL_HOSTS.test(value),
  "takes one server; put a proxy such as HAProxy in front of several",
);

/** The most web processes. */
export const MOST_WORKERS = 64;
/** Each has up to 14 connections, of the embedded database's 200. Some are left for commands. */
export const MOST_WORKERS_EMBEDDED = 12;

/** The settings listed in `README.md`. */
const settings = z.object({
  PORT: z.coerce.number<string>().int().min(0).max(65_535).default(3000),
  HOST: text.default("127.0.0.1"),
  PUBLIC_URL: baseAddress.optional(),
  TRUST_PROXY: text.refine(isProxyList, "is not a list of addresses").optional(),
  DATA_DIR: text.default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: readUrl.optional(),
  CATALOGUE: z.enum(["demo", "none"]).default("demo"),
  SHOP_NAME: text.optional(),
  SHOP_EMAIL: z.email().optional(),
  SHOP_SOCIAL_URL: httpAddress.optional(),
  SHOP_LOGO: text.optional(),
  SHOP_TIMEZONE: text.refine(isTimeZone, "is not a time zone").optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).max(200).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "is not an smtp:// or smtps:// address" }).optional(),
  MAIL_FROM: text.refine(isSender, "is not a valid email address").optional(),
  ADMIN_TWO_STEP: z.enum(["required", "optional"]).default("optional"),
  JWT_SECRET: z.string().min(32, "needs at least 32 characters").optional(),
  SETTINGS_KEY: z.string().min(32, "needs at least 32 characters").optional(),
  WORKERS: z.coerce.number<string>().int().min(0).max(MOST_WORKERS).optional(),
  DRAIN_SECONDS: z.coerce.number<string>().min(0).max(300).default(0),
  METRICS_PORT: z.coerce.number<string>().int().min(1).max(65_535).optional(),
  METRICS_HOST: text.default("127.0.0.1"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).optional(),
  LOG_REQUESTS: z.coerce.number<string>().min(0).max(1).default(1),
  RATE_LIMIT: onOff.default(true),
  FETCH_PICTURES: onOff.default(true),
  OFFLINE: onOff.default(true),
  PUSH: onOff.default(false),
  SANDBOX: onOff.optional(),
  ...paymentSettings,
  ...s3Settings,
  ...backupSettings,
  ...tracingSettings,
});
/** Also checks settings that depend on each other. */
export const environment = settings.superRefine((value, context) => {
  const missing = [...missingSettings(value), ...missingS3Settings(value), ...missingBackupSettings(value, toS3(value))];
  if (value.ARCHIVE_TO && value.DATABASE_URL)
    missing.push({ name: "ARCHIVE_TO", why: "is for the embedded database only; unset it or DATABASE_URL" });
  if (value.ARCHIVE_TO && !value.BACKUP_PASSPHRASE)
    missing.push({ name: "BACKUP_PASSPHRASE", why: "is needed with ARCHIVE_TO, because the archive holds passwords and secrets" });
  if (!value.DATABASE_URL && (value.WORKERS ?? 0) > MOST_WORKERS_EMBEDDED)
    missing.push({ name: "WORKERS", why: `is at most ${MOST_WORKERS_EMBEDDED} with the embedded database; set DATABASE_URL for more` });
  if (value.DATABASE_READ_URL && !value.DATABASE_URL)
    missing.push({ name: "DATABASE_READ_URL", why: "is for a standby of the database at DATABASE_URL; set that too" });
  for (const { name, why } of missing) context.addIssue({ code: "custom", path: [name], message: why });
});

export const SETTINGS: readonly string[] = Object.keys(settings.shape);

/** IP addresses or ranges, or names for private ones. */
function isProxyList(list: string): boolean {
  return list.split(",").every((entry) => {
    const [address = "", prefix] = entry.trim().split("/");
    if (prefix === undefined) return isIP(address) > 0 || ["loopback", "linklocal", "uniquelocal"].includes(address);
    return /^\d+$/.test(prefix) && Number(prefix) <= (isIP(address) === 4 ? 32 : 128) && isIP(address) > 0;
  });
}

/** An address, optionally with a name: `Despensa <hello@despensa.example>`. */
function isSender(sender: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(sender)?.[1] ?? sender;
  return z.email().safeParse(address).success;
}
