import { execFile } from "node:child_process";
import { appendFileSync, chownSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { BackupError } from "../../backup/backup-error.ts";
import { lastFatal, type Recovery, type Target } from "../../backup/archive/restore-to-time.ts";
import { isHistory } from "../../backup/archive/archive-files.ts";
import { forkNote } from "../../backup/archive/timelines.ts";
import { EMAIL_JOB } from "../../jobs/jobs.ts";
import { secret } from "../../settings/secret.ts";
import { withClient } from "../hosts.ts";
import { giveTo } from "./account.ts";
import { findInstallation, type Installation } from "./installation.ts";
import { majorOf } from "./version.ts";
import { SHOP_ROLE, SUPERUSER } from "./roles.ts";
import { socketFolder } from "./start-embedded.ts";

const run = promisify(execFile);
const POLL_MS = 200;

/** Lets the embedded PostgreSQL of a new data folder apply an archived log. */
export function recoveryOf(dataDir: string, withEmails: boolean): Recovery {
  const installation = findInstallation(dataDir);
  return {
    folder: installation.data,
    postgres: majorOf(installation),
    async apply(fresh, log, target) {
      // Inside of what the next restore removes, if this one is killed.
      const socket = socketFolder({ ...installation, data: fresh });
      const access = join(fresh, "pg_hba.conf");
      const accessOfShop = readFileSync(access);
      // Only this process can reach the socket, and the passwords are still the former machine's.
      writeFileSync(access, "local all all trust\n", { mode: 0o600 });
      if (installation.account) {
        for (const folder of [fresh, log]) giveTo(installation.account, folder);
        chownSync(access, installation.account.uid, installation.account.gid);
      }
      const output = join(fresh, "server.log");
      let promoted: Promoted;
      try {
        await start(installation, fresh, { socket, log, target, output });
        const connection = { host: socket, user: SUPERUSER, database: "postgres" };
        promoted = await untilPromoted(connection, output);
        await settle(connection, dataDir, withEmails);
      } finally {
        await pgCtl(installation, fresh, "stop", "-m", "fast", "-w").catch(() => {});
        if (socket !== fresh) rmSync(socket, { recursive: true, force: true });
      }
      writeFileSync(access, accessOfShop);
      noteFork(fresh, promoted.at, target.at === "latest" ? promoted.at : target.at);
      return promoted.last;
    },
  };
}

interface Start {
  socket: string;
  log: string;
  target: Target;
  output: string;
}

/** The commands name files relative to the data folder, so that no setting's value gets into a shell. */
async function start(installation: Installation, fresh: string, { socket, log, target, output }: Start): Promise<void> {
  const options = {
    listen_addresses: "",
    unix_socket_directories: socket,
    unix_socket_permissions: "0700",
    // Not less than when the base backup was made.
    max_connections: "200",
    archive_mode: "off",
    restore_command: `cp "../${basename(log)}/%f" "%p"`,
    recovery_target_timeline: `${target.timeline}`,
    // Names of time zones, even Z, are not known yet when this is read.
    ...(target.at !== "latest" && { recovery_target_time: target.at.toISOString().replace("Z", "+00") }),
    recovery_target_action: "promote",
  };
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
  try {
    await pgCtl(installation, fresh, "start", "-w", "-t", "600", "-l", output, "-o", flags.join(" "));
  } catch {
    throw new BackupError(await whyNot(output));
  }
}

interface Promoted {
  at: Date;
  /** When the last change that it applied was made. */
  last: Date | null;
}

async function untilPromoted(connection: pg.ClientConfig, output: string): Promise<Promoted> {
  for (;;) {
    try {
      const { rows } = await withClient(connection, (client) =>
        client.query<Promoted & { busy: boolean }>(
          "select pg_is_in_recovery() as busy, clock_timestamp() as at, pg_last_xact_replay_timestamp() as last",
        ),
      );
      if (rows[0]?.busy === false) return rows[0];
    } catch {
      throw new BackupError(await whyNot(output));
    }
    await delay(POLL_MS);
  }
}

/** Notes in the history of the new timeline, whose number is the highest, when it began: later restores choose by it. */
function noteFork(fresh: string, at: Date, to: Date): void {
  const folder = join(fresh, "pg_wal");
  const history = readdirSync(folder).filter(isHistory).toSorted().at(-1)!; // PostgreSQL just wrote it
  appendFileSync(join(folder, history), forkNote({ at: at.toISOString(), to: to.toISOString() }));
}

async function whyNot(output: string): Promise<string> {
  const reason = await lastFatal(output);
  if (reason.includes("before configured recovery target was reached"))
    return "The archive ends before that time. Choose an earlier one or --at latest, or wait until the log is archived: up to a minute while the shop is open.";
  return `PostgreSQL could not go back to that time: ${reason}`;
}

/** Gives the roles this machine's passwords. Deletes waiting emails unless they are asked for, since they have probably been sent. */
async function settle(connection: pg.ClientConfig, dataDir: string, withEmails: boolean): Promise<void> {
  await withClient(connection, async (client) => {
    for (const [role, name] of [
      [SUPERUSER, "database-superuser"],
      [SHOP_ROLE, "database"],
    ] as const)
      await client.query(`alter role ${role} password ${pg.escapeLiteral(secret(dataDir, name))}`);
    if (!withEmails)
      await client.query(`
        delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier like '%${EMAIL_JOB}'`);
    // The processes that worked on these jobs are gone.
    await client.query(`
      update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null;
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`);
  });
}

function pgCtl({ bin, account }: Installation, folder: string, ...words: string[]) {
  return run(join(bin, "pg_ctl"), [...words, "-D", folder], { ...account, cwd: dirname(folder), timeout: 660_000 });
}
