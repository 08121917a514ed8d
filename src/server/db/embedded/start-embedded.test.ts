import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { databaseProcess } from "../../../../tests/support/shop-process.ts";
import { secret } from "../../settings/secret.ts";
import { startEmbedded, type EmbeddedDatabase } from "./start-embedded.ts";
import { boundLog } from "./log.ts";
import { findInstallation } from "./installation.ts";
import { migrateDatabase } from "../migrate.ts";

const folders: string[] = [];
let running: EmbeddedDatabase | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "despensa-embedded-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

async function query<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const IS_SUPER = "select rolsuper as super from pg_roles where rolname = current_user";

test("the shop's role owns its database and can neither read files nor run programs", async () => {
  running = await startEmbedded(newFolder());
  const { connection } = running;
  expect(await query(connection, IS_SUPER)).toEqual([{ super: false }]);
  await migrateDatabase(connection);
  for (const reach of ["select pg_read_file('/etc/passwd')", "copy product from program 'id'", "create role another superuser"])
    await expect(query(connection, reach)).rejects.toThrow(/permission denied/);
});

/** A data folder from older versions, where the shop's role was the superuser and owned everything. */
async function olderFolder(): Promise<string> {
  const folder = newFolder();
  const installation = findInstallation(folder);
  const file = join(folder, "password");
  writeFileSync(file, secret(folder, "database"));
  mkdirSync(installation.data, { mode: 0o700 });
  if (installation.account)
    for (const path of [file, installation.data]) chownSync(path, installation.account.uid, installation.account.gid);
  await programOf(installation.bin, "initdb", installation.account, [
    "-D",
    installation.data,
    "-U",
    "despensa",
    "--pwfile",
    file,
    "--auth",
    "scram-sha-256",
  ]);
  const options = `-c listen_addresses='' -c unix_socket_directories='${installation.data}'`;
  await programOf(installation.bin, "pg_ctl", installation.account, [
    "start",
    "-w",
    "-D",
    installation.data,
    "-l",
    join(installation.data, "server.log"),
    "-o",
    options,
  ]);
  const connection = { host: installation.data, port: 5432, user: "despensa", password: secret(folder, "database"), database: "postgres" };
  expect(await query(connection, IS_SUPER)).toEqual([{ super: true }]);
  await migrateDatabase(connection);
  await query(connection, "insert into category (id, name, image) values ('0123456789abcdef01234567', 'Kept', '')");
  await programOf(installation.bin, "pg_ctl", installation.account, ["stop", "-w", "-D", installation.data]);
  return folder;
}

async function programOf(bin: string, name: string, account: object | undefined, words: string[]): Promise<void> {
  const child = spawn(join(bin, name), words, { ...account, cwd: "/", stdio: "ignore" });
  const [code] = (await once(child, "exit")) as [number];
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
}

test("an older version's data folder is converted at the next start, with all its content", async () => {
  const folder = await olderFolder();
  for (let start = 0; start < 2; start++) {
    running = await startEmbedded(folder);
    const { connection } = running;
    expect(await query(connection, IS_SUPER)).toEqual([{ super: false }]);
    expect(await query(connection, "select name from category")).toEqual([{ name: "Kept" }]);
    // Like migrations and the job queue.
    await query(connection, "alter table category add column extra integer; alter table category drop column extra");
    await migrateDatabase(connection);
    await query(connection, "select graphile_worker.add_job('test'); truncate graphile_worker._private_jobs");
    const foreign = await query(
      connection,
      `select relname from pg_class c join pg_namespace n on n.oid = relnamespace
       where nspname !~ '^pg_' and nspname <> 'information_schema' and pg_get_userbyid(relowner) <> 'despensa'`,
    );
    expect(foreign).toEqual([]);
    await running.stop();
  }
});

test("the log records failures without the values people typed", async () => {
  const folder = newFolder();
  running = await startEmbedded(folder);
  const { connection } = running;
  await query(connection, "create table person (email text primary key)");
  await query(connection, "insert into person values ('ana@shop.example')");
  await expect(query(connection, "insert into person values ('ana@shop.example')")).rejects.toThrow("duplicate key");
  const log = readFileSync(join(findInstallation(folder).data, "server.log"), "utf8");
  expect(log).toContain("duplicate key");
  expect(log).not.toContain("ana@shop.example");
});

test("a server that can't write its last checkpoint is stopped all the same, and recovers with the next start", async () => {
  const folder = newFolder();
  running = await startEmbedded(folder);
  await query(running.connection, "create table stored as select 'kept' as word");
  const [checkpointer] = await query<{ pid: number }>(
    running.superuser,
    "select pid from pg_stat_activity where backend_type = 'checkpointer'",
  );
  process.kill(checkpointer!.pid, "SIGSTOP");
  await running.stop();
  expect(databaseProcess(folder)).toBeUndefined();

  running = await startEmbedded(folder);
  expect(await query(running.connection, "select word from stored")).toEqual([{ word: "kept" }]);
});

test("a large log is rotated, and the previous one is kept", async () => {
  const file = join(newFolder(), "server.log");
  writeFileSync(file, "x".repeat(200));
  const end = boundLog(file, 100, 10);
  expect([statSync(file).size, statSync(`${file}.1`).size]).toEqual([0, 200]);
  writeFileSync(file, "y".repeat(150));
  for (let tries = 0; tries < 200 && statSync(file).size > 0; tries++) await delay(10);
  end();
  expect([statSync(file).size, readFileSync(`${file}.1`, "utf8")]).toEqual([0, "y".repeat(150)]);
});

test.runIf(process.getuid?.() === 0)("root runs it under an account of its own, and takes over a folder of another account", async () => {
  const folder = newFolder();
  running = await startEmbedded(folder);
  const data = join(folder, "postgres");
  const names = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const ownerOf = (path: string) => names.find(([, , uid]) => Number(uid) === statSync(path).uid)?.[0];
  expect(["postgres", "despensa-postgres"]).toContain(ownerOf(data));
  await running.stop();
  const nobody = names.find(([name]) => name === "nobody")!;
  for (const entry of ["", ...readdirSync(data, { recursive: true, encoding: "utf8" })]) {
    const path = join(data, entry);
    if (existsSync(path)) chownSync(path, Number(nobody[2]), Number(nobody[3]));
  }
  running = await startEmbedded(folder);
  expect(await query(running.connection, IS_SUPER)).toEqual([{ super: false }]);
  expect(ownerOf(join(data, "base"))).toBe(ownerOf(data));
  expect(ownerOf(data)).not.toBe("nobody");
});
