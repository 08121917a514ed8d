import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, expect, test } from "vitest";
import { openOlderDatabase } from "../../../tests/support/older-database.ts";
import { untilTrue } from "../../../tests/support/shop-process.ts";
import { runMigrations } from "./run-migrations.ts";

const { client, connection } = openOlderDatabase();
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const others: pg.Client[] = [];
async function connect(): Promise<pg.Client> {
  const other = new pg.Client(connection);
  others.push(other);
  await other.connect();
  return other;
}
afterEach(async () => {
  for (const other of others.splice(0)) await other.end();
  await client.query("drop schema drizzle cascade; drop table if exists thing");
});

/** A folder as `drizzle-kit` writes it. */
function folderOf(...migrations: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "despensa-migrations-"));
  folders.push(folder);
  mkdirSync(join(folder, "meta"));
  const entries = migrations.map((sql, n) => {
    writeFileSync(join(folder, `${n}.sql`), sql);
    return { idx: n, version: "7", when: n + 1, tag: String(n), breakpoints: true };
  });
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ version: "7", dialect: "postgresql", entries }));
  return folder;
}

const TABLE = `create table thing (id integer, name text);--> statement-breakpoint\ninsert into thing values (1, 'a')`;
const INDEX = `CREATE INDEX CONCURRENTLY "thing_by_name" ON "thing" USING btree ("name");`;
const COLUMN = `alter table thing add column size text`;

const isValid = async () =>
  (await client.query("select indisvalid from pg_index where indexrelid = to_regclass('thing_by_name')")).rows[0]?.indisvalid;

/** Waits until the migration waits for what others hold. */
const untilItWaits = (observer: pg.Client) =>
  untilTrue(async () => {
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    return (await observer.query(waiting)).rowCount! > 0;
  });

test("each is run once, in order, up to the wanted one", async () => {
  const folder = folderOf(TABLE, COLUMN, INDEX);
  await runMigrations(client, { folder, upTo: 1 });
  await runMigrations(client, { folder });
  await runMigrations(client, { folder });
  expect((await client.query("select * from thing")).rows).toEqual([{ id: 1, name: "a", size: null }]);
  expect(await isValid()).toBe(true);
  expect((await client.query("select created_at::int as at from drizzle.__drizzle_migrations order by id")).rows).toEqual([
    { at: 1 },
    { at: 2 },
    { at: 3 },
  ]);
});

test("one that fails changes nothing; those before it stay", async () => {
  const folder = folderOf(TABLE, `${COLUMN};--> statement-breakpoint\nselect 1 / 0`);
  await expect(runMigrations(client, { folder })).rejects.toThrow("division by zero");
  expect((await client.query("select * from thing")).rows).toEqual([{ id: 1, name: "a" }]);
});

test("an index is created while others write", async () => {
  await runMigrations(client, { folder: folderOf(TABLE) });
  const [slow, quick] = [await connect(), await connect()];
  await slow.query("begin; insert into thing values (2, 'b')");
  const migrating = runMigrations(client, { folder: folderOf(TABLE, INDEX) });
  await untilItWaits(quick);
  await quick.query("set statement_timeout = 2000");
  await quick.query("insert into thing values (3, 'c')");
  await slow.query("commit");
  await migrating;
  expect((await quick.query("select indisvalid from pg_index where indexrelid = 'thing_by_name'::regclass")).rows).toEqual([
    { indisvalid: true },
  ]);
});

test("an index whose creation was interrupted is created again", async () => {
  await runMigrations(client, { folder: folderOf(TABLE) });
  const slow = await connect();
  await slow.query("begin; insert into thing values (2, 'b')");
  await client.query("set statement_timeout = 300");
  await expect(runMigrations(client, { folder: folderOf(TABLE, INDEX) })).rejects.toThrow("timeout");
  await client.query("set statement_timeout = 0");
  await slow.query("commit");
  expect(await isValid()).toBe(false);
  await runMigrations(client, { folder: folderOf(TABLE, INDEX) });
  expect(await isValid()).toBe(true);
});

test("a change that has to wait for a long query lets others pass", async () => {
  await runMigrations(client, { folder: folderOf(TABLE) });
  const [slow, quick] = [await connect(), await connect()];
  await slow.query("begin; select * from thing");
  let isDone = false;
  const migrating = runMigrations(client, { folder: folderOf(TABLE, COLUMN) }).then(() => (isDone = true));
  await untilItWaits(quick);
  await quick.query("set statement_timeout = 4000");
  expect((await quick.query("select name from thing")).rowCount).toBe(1);
  expect(isDone).toBe(false);
  await slow.query("commit");
  await untilTrue(() => isDone);
  await migrating;
});
