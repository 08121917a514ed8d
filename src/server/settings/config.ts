import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { isTimeZone, type Settings } from "#shared/settings.ts";
import { backupSettings, missingBackupSettings, toBackup, type BackupConfig } from "./backup-settings.ts";
import { readConnection } from "../db/hosts.ts";
import { hasProvider, missingSettings, paymentSettings, toPayments, type PaymentsConfig } from "./payment-settings.ts";
import type { LogSettings } from "../log.ts";
import { missingS3Settings, s3Settings, toS3, type S3Config } from "./s3-settings.ts";
import { baseAddress, httpAddress } from "./http-address.ts";
import { isOnLoopback } from "./loopback.ts";
import { misspelledSettings } from "./misspelled-settings.ts";
import { toTracing, tracingSettings, type TracingConfig } from "./tracing-settings.ts";

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

/** The settings listed in `README.md`. Empty values count as unset. */
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
  WORKERS: z.coerce.number<string>().int().min(0).max(64).optional(),
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
const wholeSettings = settings.superRefine((value, context) => {
  const missing = [...missingSettings(value), ...missingS3Settings(value), ...missingBackupSettings(value, toS3(value))];
  if (value.ARCHIVE_TO && value.DATABASE_URL)
    missing.push({ name: "ARCHIVE_TO", why: "is for the embedded database only; unset it or DATABASE_URL" });
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

/** All settings, checked and with defaults. */
export interface Config {
  port: number;
  host: string;
  /** Without a trailing slash. */
  publicUrl: string;
  trustProxy: string | false;
  /** Absolute. */
  dataDir: string;
  /** Unset: embedded database. */
  databaseUrl: string | undefined;
  /** For what cannot go through a transaction pooler; unset: `databaseUrl` can. */
  databaseDirectUrl: string | undefined;
  /** A standby for reads that are the same for everyone; unset: none. */
  databaseReadUrl: string | undefined;
  catalogue: "demo" | "none";
  /** What environment variables say about the shop. Everything else is up to the admins: see `shop.settings`. */
  shop: Partial<Settings>;
  admin: { email: string | undefined; password: string | undefined };
  /** Without `smtpUrl`, emails go to the outbox; without `from`, they come from the shop's name and address. */
  mail: { smtpUrl: string | undefined; from: string | undefined };
  jwtSecret: string;
  /** Encrypts what admins store in the browser: the keys of providers and of the mail server. */
  settingsKey: string;
  /** Whether the back office requires two-step login. */
  adminTwoStep: boolean;
  /** Web processes; unset: two where there are two cores. */
  workers: number | undefined;
  /** How long the shop keeps serving after a signal, while `/readyz` already fails, in ms. */
  drainMs: number;
  log: LogSettings;
  /** Where metrics are served; unset: nowhere, and nothing is measured. */
  metrics: { port: number; host: string } | undefined;
  /** Where traces are sent; unset: nowhere, and nothing is traced. */
  tracing: TracingConfig | undefined;
  rateLimit: boolean;
  /** Whether pictures of imported products are copied from other servers. */
  fetchPictures: boolean;
  /** Whether browsers store what was recently seen, for reading offline. */
  offline: boolean;
  /** Whether shoppers can get notifications about their orders in their browsers. */
  push: boolean;
  /** Whether `/sandbox` is served: an outbox to read, and stand-ins for providers that aren't configured. */
  sandbox: boolean;
  /** Opens the outbox at `/sandbox/mail` without a login, on this machine; unset without a sandbox. */
  outboxKey: string | undefined;
  payments: PaymentsConfig;
  /** Where pictures are stored; unset: under `dataDir`. */
  s3: S3Config | undefined;
  backup: BackupConfig;
}

/** The shop can't start. The message is for the person starting it. */
export class StartError extends Error {}

/**
 * Reads the settings.
 * @throws StartError with one line for each wrong value, or when DATA_DIR cannot be written.
 */
export function loadConfig(env: NodeJS.ProcessEnv, atTerminal = process.stdout.isTTY): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ""));
  const parsed = wholeSettings.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new StartError(["These settings are wrong:", ...wrong, ...misspelledSettings(env, SETTINGS)].join("\n  "));
  }
  const value = parsed.data;
  const dataDir = resolve(value.DATA_DIR);
  makeDataDir(dataDir);
  const publicUrl = value.PUBLIC_URL ?? `http://localhost:${value.PORT}`;
  const sandbox = value.SANDBOX ?? (isOnLoopback({ publicUrl, host: value.HOST }) && !hasProvider(value));
  return {
    port: value.PORT,
    host: value.HOST,
    publicUrl,
    trustProxy: value.TRUST_PROXY ?? false,
    dataDir,
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    databaseReadUrl: value.DATABASE_READ_URL,
    catalogue: value.CATALOGUE,
    shop: givenSettings(value),
    admin: { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD },
    mail: { smtpUrl: value.SMTP_URL, from: value.MAIL_FROM },
    jwtSecret: value.JWT_SECRET ?? secret(dataDir, "jwt"),
    settingsKey: value.SETTINGS_KEY ?? secret(dataDir, "settings"),
    adminTwoStep: value.ADMIN_TWO_STEP === "required",
    workers: value.WORKERS === 0 ? availableParallelism() : value.WORKERS,
    drainMs: value.DRAIN_SECONDS * 1000,
    log: { level: value.LOG_LEVEL ?? (atTerminal ? "warn" : "info"), requests: value.LOG_REQUESTS, forPeople: atTerminal },
    metrics: value.METRICS_PORT === undefined ? undefined : { port: value.METRICS_PORT, host: value.METRICS_HOST },
    tracing: toTracing(value),
    rateLimit: value.RATE_LIMIT,
    fetchPictures: value.FETCH_PICTURES,
    offline: value.OFFLINE,
    push: value.PUSH && value.OFFLINE,
    sandbox,
    outboxKey: sandbox ? secret(dataDir, "outbox") : undefined,
    payments: toPayments(value, sandbox ? { url: ownUrl(value.HOST, value.PORT), secret: (name) => secret(dataDir, name) } : undefined),
    s3: toS3(value),
    backup: toBackup(value, toS3(value)),
  };
}

function givenSettings(value: z.output<typeof wholeSettings>): Partial<Settings> {
  const { SHOP_NAME: name, SHOP_EMAIL: email, SHOP_SOCIAL_URL: social, SHOP_LOGO: logo, SHOP_TIMEZONE: timeZone, CULQI_YAPE: yape } = value;
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(social !== undefined && { social: [social] }),
    ...(logo !== undefined && { logo }),
    ...(timeZone !== undefined && { timeZone }),
    ...(yape !== undefined && { yape }),
  };
}

/** This server's own URL. */
function ownUrl(host: string, port: number): string {
  const anywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  return `http://${anywhere[host] ?? (isIP(host) === 6 ? `[${host}]` : host)}:${port}`;
}

/** @throws StartError when it cannot be written */
function makeDataDir(dataDir: string): void {
  try {
    // Can be entered but not listed: root's database runs under another account.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw cannotWrite(dataDir, error);
  }
}

function cannotWrite(dataDir: string, error: unknown): StartError {
  const what = `DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}.`;
  return new StartError(`${what} Give it to the account that runs the shop, or set DATA_DIR to another folder.`);
}

/**
 * A random secret of this shop, created on first use in `DATA_DIR/secrets` and readable only by its owner.
 * @throws StartError when DATA_DIR cannot be written, or the secret is damaged.
 */
export function secret(dataDir: string, name: string, bytes = 32): string {
  const folder = join(dataDir, "secrets");
  const file = join(folder, name);
  makeDataDir(dataDir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) {
      // Written, then renamed: two processes that start at once both read one complete secret.
      const fresh = `${file}.${process.pid}`;
      writeFileSync(fresh, randomBytes(bytes).toString("base64url"), { mode: 0o600 });
      try {
        linkSync(fresh, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      } finally {
        rmSync(fresh);
      }
    }
    const kept = readFileSync(file, "utf8");
    if (kept.length < bytes) throw new StartError(`${file} is damaged. Remove it to get a new one.`);
    return kept;
  } catch (error) {
    throw error instanceof StartError ? error : cannotWrite(dataDir, error);
  }
}
