import { statfs } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { readArchiveState, waitingBytes } from "#server/backup/archive/archive-state.ts";
import { problemInWords } from "#server/backup/backup-problems.ts";
import { readLastBackups } from "#server/backup/backup-runs.ts";
import { databaseNow } from "#server/db/clock.ts";
import type { Standby } from "#server/db/standby.ts";
import { fixedBy } from "#server/db/embedded/security-fixes.ts";
import { readRun } from "#server/db/embedded/version.ts";
import { isDatabaseUnavailable } from "#server/db/unavailable.ts";
import { readDueJobs } from "#server/jobs/job-gauges.ts";
import type { Shop } from "#server/shop.ts";
import { waysOn, type PaymentWay } from "#shared/settings.ts";
import { VERSION } from "#server/version.ts";
import { plural, t } from "#words/t.ts";
import { readWaitingRefunds } from "../payments/refunds/waiting-refunds.ts";
import { canTake } from "../shop/settings/rules.ts";
import type { HealthPart } from "./contract.ts";

type About = Omit<HealthPart, "name">;

/** Work that has been due for longer than this is late. */
const LATE_SECONDS = 600;
const REFUND_LATE_DAYS = 3;
const BACKUP_LATE_MS = 36 * 3_600_000;
const ARCHIVE_LATE_MS = 15 * 60_000;
/** Less free space than this may not last the night. */
const LOW_BYTES = 1024 ** 3;

/** How the parts of the shop are doing, for the admins. A part that can't be read needs attention. */
export async function readHealth(shop: Shop): Promise<HealthPart[]> {
  const {
    config,
    database: { db, standby },
  } = shop;
  const parts: Partial<Record<HealthPart["name"], () => Promise<About>>> = {
    Database: () => database(shop),
    ...(standby && { "Read replica": () => readReplica(standby) }),
    "Background jobs": async () => jobs(await readDueJobs(db)),
    Email: async () => email(...(await Promise.all([shop.mail(), readDueJobs(db)]))),
    Payments: () => payments(shop),
    Disk: () => disk(config.dataDir),
    Backup: () => backup(shop),
    ...(config.backup.archiveTo && !config.databaseUrl && { "Change archive": () => archive(config.dataDir) }),
    Version: async () => ({ ok: true, about: `Despensa ${VERSION}, Node ${process.versions.node}` }),
  };
  return Promise.all(
    Object.entries(parts).map(async ([name, read]) => ({
      name: name as HealthPart["name"], // the keys above
      ...(await read().catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) shop.log.error({ err: error, part: name }, "a part of the shop's health could not be checked");
        return { ok: false, about: t("This could not be checked.") };
      })),
    })),
  );
}

async function database({ config, database: { db } }: Shop): Promise<About> {
  const { rows } = await db.execute<{ version: string; bytes: number }>(
    sql`select split_part(current_setting('server_version'), ' ', 1) as version, pg_database_size(current_database())::float8 as bytes`,
  );
  const { version, bytes } = rows[0]!; // one row
  const before = config.databaseUrl ? undefined : readRun(config.dataDir)?.before;
  return { ok: true, about: [`PostgreSQL ${version}`, size(bytes), before && updated(before, version)].filter(Boolean).join(", ") };
}

function updated(before: string, version: string): string {
  return fixedBy(before, version)?.length
    ? t("updated from {before} with security fixes", { before })
    : t("updated from {before}", { before });
}

async function readReplica(standby: Standby): Promise<About> {
  const { is, share } = await standby.look();
  if (is === "unavailable") return { ok: false, about: t("It isn't responding. The main database does all the work.") };
  if (is === "behind") return { ok: false, about: t("It is behind. The main database does all the work.") };
  if (share === null) return { ok: true, about: t("Ready. Nothing was read yet.") };
  return { ok: share > 0, about: t("Answered {percent}% of the latest product reads", { percent: Math.round(share * 100) }) };
}

type Due = Awaited<ReturnType<typeof readDueJobs>>;

function jobs(due: Due): About {
  const seconds = Math.max(...due.map((kind) => kind.seconds));
  const failed = due.reduce((sum, kind) => sum + kind.failed, 0);
  const waiting = due.reduce((sum, kind) => sum + kind.waiting, 0);
  if (failed > 0)
    return { ok: false, about: plural(failed, "{count} job failed. The log says why.", "{count} jobs failed. The log says why.") };
  if (seconds > LATE_SECONDS)
    return {
      ok: false,
      about: plural(waiting, "{count} job waiting, the oldest for {time}", "{count} jobs waiting, the oldest for {time}", {
        time: duration(seconds),
      }),
    };
  return { ok: true, about: waiting === 0 ? t("Nothing is waiting") : plural(waiting, "{count} job waiting", "{count} jobs waiting") };
}

function email({ smtpUrl, isUnreadable }: Awaited<ReturnType<Shop["mail"]>>, due: Due): About {
  const emails = due.find(({ kind }) => kind === "email");
  const where = smtpUrl ? t("Sent through {host}", { host: new URL(smtpUrl).hostname }) : t("Saved in the outbox, not sent");
  if (isUnreadable)
    return {
      ok: false,
      about: t("Emails are waiting: the mail server's settings were encrypted with another SETTINGS_KEY. Enter them again."),
    };
  if (!emails || emails.waiting === 0) return { ok: true, about: where };
  return {
    ok: emails.seconds <= LATE_SECONDS,
    about: plural(emails.waiting, "{count} email waiting, the oldest for {time}", "{count} emails waiting, the oldest for {time}", {
      time: duration(emails.seconds),
    }),
  };
}

async function payments(shop: Shop): Promise<About> {
  const [{ waiting, failed, seconds }, providers, settings] = await Promise.all([
    readWaitingRefunds(shop.database.db),
    shop.payments(),
    shop.settings(),
  ]);
  if (providers.unreadable.length > 0) {
    const names = providers.unreadable.map((provider) => ({ paypal: "PayPal", culqi: "Culqi" })[provider]).join(", ");
    return {
      ok: false,
      about: t("Payments are refused: the keys of {names} were encrypted with another SETTINGS_KEY. Enter them again.", { names }),
    };
  }
  if (failed > 0)
    return {
      ok: false,
      about: plural(failed, "{count} refund failed. See Payments to look at.", "{count} refunds failed. See Payments to look at."),
    };
  if (seconds > REFUND_LATE_DAYS * 86_400)
    return { ok: false, about: t("A refund has been waiting for {time}", { time: duration(seconds) }) };
  const { paypal, culqi } = providers;
  const names: Record<PaymentWay, string> = {
    paypal: paypal?.sandbox ? t("PayPal (simulated)") : "PayPal",
    culqi: culqi?.sandbox ? t("cards (simulated)") : t("cards"),
    yape: culqi?.sandbox ? t("Yape (simulated)") : "Yape",
    cash: t("cash"),
  };
  const offered = waysOn(settings).flatMap((way) => (canTake(way, settings.currency, providers) ? names[way] : []));
  const refunds = waiting > 0 ? `; ${plural(waiting, "{count} refund on the way", "{count} refunds on the way")}` : "";
  return { ok: true, about: `${offered.join(", ")}${refunds}`.replace(/^\p{Ll}/u, (first) => first.toUpperCase()) };
}

async function disk(path: string): Promise<About> {
  const { bavail, bsize, blocks } = await statfs(path);
  const free = bavail * bsize;
  return { ok: free > LOW_BYTES, about: t("{free} free of {all}", { free: size(free), all: size(blocks * bsize) }) };
}

async function backup({ config, database: { db } }: Shop): Promise<About> {
  const { good, failed, nowMs } = await readLastBackups(db);
  const at = good?.toISOString() ?? null;
  if (failed) {
    const problem = problemInWords(failed.problem).replace(/\.$/, "");
    const about = good
      ? t("The last backup failed: {problem}. The last good one was made", { problem })
      : t("The last backup failed: {problem}.", { problem });
    return { ok: false, about, at };
  }
  const isNightly = Boolean(config.backup.to);
  if (!good)
    return { ok: isNightly, about: isNightly ? t("The first one will be made tonight") : t("No backup yet. Set BACKUP_TO on the server.") };
  const about = isNightly ? t("The last good one was made") : t("No nightly backup. The last one was made");
  return { ok: nowMs - good.getTime() <= BACKUP_LATE_MS, about, at };
}

/** Of the embedded database's log, for point-in-time restores. */
async function archive(dataDir: string): Promise<About> {
  const { at, problem } = readArchiveState(dataDir);
  if (problem) {
    const why = problemInWords(problem).replace(/\.$/, "");
    const waiting = size(await waitingBytes(dataDir));
    return {
      ok: false,
      about: at
        ? t("Changes can't be archived: {problem}. {waiting} are waiting on the server's disk. Archived until", { problem: why, waiting })
        : t("Changes can't be archived: {problem}. {waiting} are waiting on the server's disk.", { problem: why, waiting }),
      at,
    };
  }
  if (!at) return { ok: false, about: t("Nothing is archived yet") };
  return { ok: databaseNow() - Date.parse(at) <= ARCHIVE_LATE_MS, about: t("Every change is archived until"), at };
}

function duration(seconds: number): string {
  if (seconds < 90) return plural(Math.round(seconds), "{count} second", "{count} seconds");
  if (seconds < 5400) return plural(Math.round(seconds / 60), "{count} minute", "{count} minutes");
  return seconds < 129_600
    ? plural(Math.round(seconds / 3600), "{count} hour", "{count} hours")
    : plural(Math.round(seconds / 86_400), "{count} day", "{count} days");
}

function size(bytes: number): string {
  return bytes < 1024 ** 3 ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}
