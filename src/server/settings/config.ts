import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { z } from "zod";
import type { Settings } from "#shared/settings.ts";
import type { LogSettings } from "../log.ts";
import { toBackup, type BackupConfig } from "./backup-settings.ts";
import { makeDataDir } from "./data-dir.ts";
import { environment, MOST_WORKERS, MOST_WORKERS_EMBEDDED } from "./environment.ts";
import { isOnLoopback } from "./loopback.ts";
import { misspelledSettings } from "./misspelled-settings.ts";
import { hasProvider, toPayments, type PaymentsConfig } from "./payment-settings.ts";
import { toS3, type S3Config } from "./s3-settings.ts";
import { secret } from "./secret.ts";
import { StartError } from "./start-error.ts";
import { toTracing, type TracingConfig } from "./tracing-settings.ts";

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
  /** Web processes; unset: two on Linux with two cores or more, otherwise one. Each of several finds their number here. */
  workers: number | undefined;
  /** How long the shop keeps serving after SIGTERM, while `/servez` and `/readyz` already fail, in ms. */
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

/**
 * Reads the settings. Empty values count as unset.
 * @throws StartError with one line for each wrong value, or when DATA_DIR cannot be written.
 */
export function loadConfig(env: NodeJS.ProcessEnv, atTerminal = process.stdout.isTTY): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new StartError(["These settings are wrong:", ...wrong, ...misspelledSettings(env)].join("\n  "));
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
    workers:
      value.WORKERS === 0 ? Math.min(availableParallelism(), value.DATABASE_URL ? MOST_WORKERS : MOST_WORKERS_EMBEDDED) : value.WORKERS,
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

function givenSettings(value: z.output<typeof environment>): Partial<Settings> {
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
