import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { secret } from "../../settings/secret.ts";
import { StartError } from "../../settings/start-error.ts";
import { giveTo } from "./account.ts";
import { collectingFolder, setArchiving } from "./archiving.ts";
import { boundLog, LOG_SETTINGS } from "./log.ts";
import { findInstallation, type Installation } from "./installation.ts";
import { DATABASE, prepareRoles, SHOP_ROLE, SUPERUSER, type Roles } from "./roles.ts";
import { sharedBuffers } from "./shared-buffers.ts";
import { checkMajor, noteRun } from "./version.ts";
import { LOCKS } from "../locks.ts";

const run = promisify(execFile);

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** As the owner of the shop's database. */
  readonly connection: pg.ClientConfig;
  /** As superuser, for tests. */
  readonly superuser: pg.ClientConfig;
  /** Its files, and where it puts finished segments of its log if that is archived. */
  readonly folders: { data: string; log: string };
  stop(): Promise<void>;
}

const SETTINGS = {
  ...LOG_SETTINGS,
  max_connections: "200",
  shared_buffers: sharedBuffers(),
  // Statements end soon after their shop is gone, which releases their locks.
  client_connection_check_interval: "2s",
  // Compiling a statement takes longer than running the shop's statements.
  jit: "off",
  idle_in_transaction_session_timeout: "60s",
};
/** Longest path of a Unix socket, minus its file name. */
const SOCKET_FOLDER_MAX = 80;
const REVIVE_FIRST_MS = 100;
const REVIVE_MOST_MS = 5000;
/**
 * How long the server may take to stop, in seconds: first with a last checkpoint, then without one, in which case the next start recovers.
 * Together they are less than what the main process has left if its web processes used all of their time.
 */
const STOP_WITHIN = { fast: 10, immediate: 8 };

/**
 * Starts the PostgreSQL of `dataDir`, creating it on first use. Takes over a server left behind by a killed process, and restarts a
 * server that dies while the shop runs, reporting it to `onNews`.
 * @param options.archive whether its log is archived; unset: as before
 * @param options.programs the folder of another version's programs
 * @throws StartError when another process uses `dataDir`, or the server does not start.
 */
export async function startEmbedded(
  dataDir: string,
  onNews: (news: string) => void = () => {},
  { archive, programs }: { archive?: boolean; programs?: string } = {},
): Promise<EmbeddedDatabase> {
  const installation = findInstallation(dataDir, programs);
  checkMajor(installation, dataDir);
  await create(installation, secret(dataDir, SUPERUSER_SECRET));
  const socket = socketFolder(installation);
  await start(installation, socket);

  const { shop: connection, superuser } = rolesOf(dataDir, socket);
  await prepareRoles({ shop: connection, superuser });
  let owner = await own(connection, dataDir);
  if (archive !== undefined && (await setArchiving(superuser, installation, collectingFolder(dataDir), archive))) {
    await owner.end();
    await stopServer(installation);
    await start(installation, socket);
    owner = await own(connection, dataDir);
  }
  const updated = noteRun(installation, dataDir);
  if (updated) onNews(updated);
  const endLog = boundLog(logOf(installation));
  let stopping = false;

  function watch(): void {
    owner.once("end", () => void (stopping || revive()));
  }
  async function revive(): Promise<void> {
    onNews("the database is gone; starting it again");
    for (let wait = REVIVE_FIRST_MS; ; wait = Math.min(wait * 2, REVIVE_MOST_MS)) {
      if (stopping) return;
      try {
        await start(installation, socket);
        owner = await own(connection, dataDir);
        watch();
        return onNews("the database is back");
      } catch (error) {
        onNews((error as Error).message);
        await delay(wait);
      }
    }
  }
  watch();

  return {
    connection,
    superuser,
    folders: { data: installation.data, log: collectingFolder(dataDir) },
    async stop() {
      stopping = true;
      endLog();
      await owner.end().catch(() => {});
      await stopServer(installation).catch(() => {});
      if (!socket.startsWith(installation.data)) rmSync(socket, { recursive: true, force: true });
    },
  };
}

/**
 * For commands that run alongside the shop: connects to a running shop's PostgreSQL, or starts it until `stop`.
 * @throws StartError when the server does not start.
 */
export async function reachEmbedded(dataDir: string): Promise<Pick<EmbeddedDatabase, "connection" | "stop">> {
  const installation = findInstallation(dataDir);
  const socket = existsSync(installation.data) ? socketFolder(installation) : undefined;
  if (!socket || !(await answers(socket))) return startEmbedded(dataDir);
  return { connection: rolesOf(dataDir, socket).shop, stop: async () => {} };
}

const SUPERUSER_SECRET = "database-superuser";

function rolesOf(dataDir: string, socket: string): Roles {
  const server = { host: socket, port: 5432, database: DATABASE };
  return {
    shop: { ...server, user: SHOP_ROLE, password: secret(dataDir, "database") },
    superuser: { ...server, user: SUPERUSER, password: secret(dataDir, SUPERUSER_SECRET) },
  };
}

/** Claims the data for this process for as long as the returned connection lives. */
async function own(connection: pg.ClientConfig, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  await client.connect();
  // The server may take a moment to notice that a process was killed.
  for (let tries = 0; tries < 10; tries++) {
    const { rows } = await client.query<{ owned: boolean }>("select pg_try_advisory_lock($1) as owned", [LOCKS.ownEmbedded]);
    if (rows[0]?.owned) return client;
    await delay(100);
  }
  await client.end();
  throw new StartError(`Another process already uses DATA_DIR ${dataDir}. Stop it, or set DATA_DIR to another folder.`);
}

/** Creates the data folder, all or nothing. The password is the superuser's. */
async function create(installation: Installation, password: string): Promise<void> {
  if (existsSync(installation.data)) return;
  const fresh = `${installation.data}.${process.pid}`;
  const passwordFile = `${fresh}.password`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (installation.account) for (const path of [fresh, passwordFile]) chownSync(path, installation.account.uid, installation.account.gid);
  try {
    await program(installation, "initdb", [
      ...["-D", fresh, "-U", SUPERUSER, "--pwfile", passwordFile],
      ...["--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
    ]);
    renameSync(fresh, installation.data);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(installation.data)) throw new StartError(`The embedded PostgreSQL could not be created: ${(error as Error).message}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Starts the server if it isn't running. `pg_ctl` gives it its own session, so Ctrl-C doesn't reach it before the shop has finished. */
async function start(installation: Installation, socket: string): Promise<void> {
  if (await answers(socket)) return;
  await clearRemains(installation);
  // Older versions ran it under another account.
  if (installation.account) giveTo(installation.account, installation.data);
  const options = { listen_addresses: "", unix_socket_directories: socket, unix_socket_permissions: "0700", ...SETTINGS };
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
  const log = logOf(installation);
  try {
    await pgCtl(installation, "start", "-w", "-t", "60", "-l", log, "-o", flags.join(" "));
  } catch (error) {
    if (await answers(socket)) return; // another process was faster
    const last = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").slice(-3).join("\n") : (error as Error).message;
    throw new StartError(`The embedded PostgreSQL did not start:\n${last}`);
  }
}

const logOf = (installation: Installation) => join(installation.data, "server.log");

/** Whether a server listens in the folder. */
function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const attempt = connect(join(socket, ".s.PGSQL.5432"));
    attempt.once("connect", () => resolve(true)).once("error", () => resolve(false));
    attempt.once("connect", () => attempt.destroy());
  });
}

/**
 * Cleans up after a server that doesn't respond: stops its process, and removes a stale pid file. If its pid now belongs to another
 * program (after a reboot or container restart), PostgreSQL would never start again.
 */
async function clearRemains(installation: Installation): Promise<void> {
  const file = join(installation.data, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  const comm = `/proc/${pid}/comm`;
  const program = existsSync(comm)
    ? readFileSync(comm, "utf8")
    : spawnSync("ps", ["-o", "comm=", "-p", `${pid}`], { encoding: "utf8" }).stdout;
  // PostgreSQL itself handles a dead server, and makes sure that none of its processes are left.
  if (!program) return;
  if (program.includes("postgres")) await stopAs(installation, "immediate").catch(() => {});
  else rmSync(file);
}

/** Stops the server even if it can't finish its last checkpoint, as on a full disk. */
const stopServer = (installation: Installation) => stopAs(installation, "fast").catch(() => stopAs(installation, "immediate"));

const stopAs = (installation: Installation, mode: keyof typeof STOP_WITHIN) =>
  pgCtl(installation, "stop", "-m", mode, "-w", "-t", String(STOP_WITHIN[mode]));

const pgCtl = (installation: Installation, ...words: string[]) => program(installation, "pg_ctl", [...words, "-D", installation.data]);

function program(installation: Installation, name: string, words: string[]) {
  return run(join(installation.bin, name), words, { ...installation.account, cwd: dirname(installation.data), timeout: 120_000 });
}

/** The data folder if its path is short enough for a socket, else a separate folder that the next start can find again. */
export function socketFolder(installation: Installation): string {
  if (installation.data.length <= SOCKET_FOLDER_MAX) return installation.data;
  const note = join(installation.data, "socket-folder");
  if (existsSync(note)) {
    const known = readFileSync(note, "utf8");
    if (existsSync(known)) return known;
  }
  const folder = mkdtempSync(join(tmpdir(), `despensa-${userInfo().username}-${randomBytes(2).toString("hex")}-`));
  if (installation.account) chownSync(folder, installation.account.uid, installation.account.gid);
  writeFileSync(note, folder);
  return folder;
}
