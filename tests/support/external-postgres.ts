import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freeze, processesOf, signal } from "./processes.ts";
import { freePort, untilTrue } from "./shop-process.ts";

/** The programs of the newest PostgreSQL that Debian installed. */
const PROGRAMS = globSync("/usr/lib/postgresql/*/bin").findLast((folder) => existsSync(join(folder, "initdb")));

/** Why tests that need a PostgreSQL of Debian's are skipped; undefined if there is one. */
export const noExternalPostgres = PROGRAMS ? undefined : "PostgreSQL is not installed (Debian: apt-get install postgresql-15)";

/** A PostgreSQL server that isn't the embedded one, with an empty database of a role that is no superuser. */
export interface ExternalPostgres {
  folder: string;
  port: string;
  url: string;
  connection: pg.ClientConfig;
  superuser: pg.ClientConfig;
  /** Nothing is answered anymore, until `goOn`. */
  hang(): void;
  goOn(): void;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again, on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
const asPostgres = (command: string[]): string[] =>
  process.getuid?.() === 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", ...command] : command;

function runOnce(command: string[]): void {
  const [program, ...words] = asPostgres(command);
  execFileSync(program!, words, { stdio: ["ignore", "ignore", "inherit"] });
}

/**
 * Starts one, by default with an empty database.
 * @param settings lines of `postgresql.conf`
 */
export async function startExternalPostgres(settings: readonly string[] = []): Promise<ExternalPostgres> {
  const folder = newFolder();
  runOnce([join(PROGRAMS!, "initdb"), "-D", folder, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"]);
  const external = await start(folder, settings);
  const client = new pg.Client(external.superuser);
  await client.connect();
  await client.query("create role shop login");
  await client.query("create database shop owner shop");
  await client.end();
  return external;
}

/** Starts a standby that streams from another server. */
export async function startStandby(primary: ExternalPostgres, settings: readonly string[] = []): Promise<ExternalPostgres> {
  const folder = newFolder();
  runOnce([
    join(PROGRAMS!, "pg_basebackup"),
    "-D",
    folder,
    "-R",
    "-X",
    "stream",
    "-c",
    "fast",
    "-h",
    "127.0.0.1",
    "-p",
    primary.port,
    "-U",
    "postgres",
  ]);
  return start(folder, settings);
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "despensa-postgres-"));
  chmodSync(folder, 0o700);
  if (process.getuid?.() === 0) execFileSync("chown", ["postgres:", folder]);
  return folder;
}

async function start(folder: string, settings: readonly string[]): Promise<ExternalPostgres> {
  const port = await freePort();
  const all = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off", ...settings];
  const [program, ...words] = asPostgres([join(PROGRAMS!, "postgres"), "-D", folder, ...all.flatMap((setting) => ["-c", setting])]);
  const at = { host: "127.0.0.1", port: Number(port) };
  const superuser = { ...at, user: "postgres", database: "postgres" };
  let child: ChildProcess;
  let ended: Promise<unknown>;
  let unfreeze: (() => void) | undefined;

  async function run(): Promise<void> {
    child = spawn(program!, words, { stdio: "ignore" });
    ended = once(child, "exit");
    await untilTrue(async () => {
      const client = new pg.Client(superuser);
      await client.connect();
      await client.end();
      return true;
    });
  }

  await run();
  return {
    folder,
    port,
    url: `postgres://shop@127.0.0.1:${port}/shop`,
    connection: { ...at, user: "shop", database: "shop" },
    superuser,
    hang: () => void (unfreeze = freeze(child.pid!)),
    goOn: () => unfreeze?.(),
    async kill() {
      for (const pid of processesOf(child.pid!)) signal(pid, "SIGKILL");
      await ended;
    },
    restart: run,
    async stop() {
      child.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
