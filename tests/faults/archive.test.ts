import { execFile } from "node:child_process";
import { chmodSync, existsSync, globSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { health, type HealthPart } from "#features/dashboard/contract.ts";
import { reachEmbedded, startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { checkBooks, orderNumbers, stockUp } from "../support/books.ts";
import { callOver, makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { makeLoad } from "../support/order-load.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { LONG } from "../support/rounds.ts";
import { COMPILED, databaseProcess, dataFolder, freePort, startShop, untilTrue } from "../support/shop-process.ts";
import { makeAdmin } from "../support/sign-up.ts";

const run = promisify(execFile);
const STOCK = 1_000_000;
const BACKUP_PASSPHRASE = "a passphrase for the archive";
const folders = [dataFolder({ database: true }), dataFolder(), dataFolder(), dataFolder(), dataFolder(), dataFolder()] as const;
const [data, archive, target, ...later] = folders;
const settings = { ARCHIVE_TO: archive.path, BACKUP_PASSPHRASE };
const shop = await startShop({ PORT: await freePort(), DATA_DIR: data.path, ...settings });
const behind = openBackdoor(data.path, (await reachEmbedded(data.path)).connection);
const [buyer] = await makeBuyers(behind, 1);
const productIds = await stockUp(behind, 30, STOCK);
const random = randomNumbers(Number(process.env["SEED"] ?? Date.now()));

afterAll(async () => {
  await behind.close();
  await shop.stop();
  for (const folder of folders) folder.remove();
});

/** Runs `npm run restore -- ARCHIVE --at TIME`. */
function goBack(at: string, dataDir = target.path) {
  const main = join(import.meta.dirname, "../../src/start/backup/restore-main.ts");
  // A restore that is killed leaves nothing outside of DATA_DIR.
  const env = { PATH: process.env["PATH"], ...COMPILED, DATA_DIR: dataDir, BACKUP_PASSPHRASE, TMPDIR: "/dev/null" };
  return run(process.execPath, [main, archive.path, "--at", at], { env });
}

const waiting = () => readdirSync(join(data.path, "postgres-log"));
const archived = (pattern: string) => globSync(`*/${pattern}`, { cwd: archive.path });

/** Finishes the current segment of the database's log. @returns its name */
async function finishSegment(dataDir = data.path): Promise<string> {
  const password = readFileSync(join(dataDir, "secrets/database-superuser"), "utf8");
  const { host } = (await reachEmbedded(dataDir)).connection;
  const client = new pg.Client({ host: String(host), user: "postgres", database: "postgres", password });
  await client.connect();
  const { rows } = await client.query<{ name: string }>("select pg_walfile_name(pg_switch_wal()) as name");
  await client.end();
  return rows[0]!.name;
}

type Backdoor = ReturnType<typeof openBackdoor>;

/** The database's clock, in whole milliseconds. */
async function databaseTime({ shop: { database } }: Backdoor): Promise<number> {
  const { rows } = await database.pool.query<{ now: Date }>("select clock_timestamp() as now");
  return rows[0]!.now.getTime();
}

/** A time after everything that was done so far. */
async function timeNow(inside: Backdoor): Promise<string> {
  const at = (await databaseTime(inside)) + 1;
  await untilTrue(async () => (await databaseTime(inside)) > at);
  return new Date(at).toISOString();
}

const priceAll = ({ shop: { database } }: Backdoor) => database.pool.query("update product set price_cents = 1");
async function isPriced({ shop: { database } }: Backdoor): Promise<boolean> {
  return (await database.pool.query("select 1 from product where price_cents = 1 limit 1")).rowCount === 1;
}

/** Opens a restored shop, while `use` looks into it. */
async function openRestored(
  dataDir: string,
  env: Record<string, string>,
  use: (inside: Backdoor, order: (key: string) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const restored = await startShop({ PORT: await freePort(), DATA_DIR: dataDir, ...env });
  const inside = openBackdoor(dataDir, (await reachEmbedded(dataDir)).connection);
  try {
    await use(inside, async (key) => expect((await buyer!.order(restored.url, [[productIds[0]!, 1]], key)).status).toBe(200));
  } finally {
    await inside.close();
    expect(await restored.stop()).toBe(0);
  }
}

const { token } = await makeAdmin(behind);
/** What the Overview says about the archive. */
async function state(): Promise<HealthPart | undefined> {
  const { body } = await callOver(shop.url, health, undefined, { token });
  return (body.data as HealthPart[]).find(({ name }) => name === "Change archive");
}

const load = makeLoad({ behind, productIds, entry: shop.url, buyers: 8, random });
const orders = () => load.during(() => load.untilMore(30));

test("while the archive can't be written, the Overview says so and the log waits compressed; later it is archived", async () => {
  await untilTrue(async () => (await state())?.ok === true);
  await untilTrue(() => archived("log/0*.enc").length > 0 && waiting().length === 0);
  const log = join(archive.path, archived("log")[0]!);
  // Root may write everywhere, but not into a file.
  renameSync(log, `${log}.away`);
  writeFileSync(log, "");
  await orders();
  const segments = [await finishSegment()];
  await orders();
  segments.push(await finishSegment());
  await untilTrue(() => segments.every((name) => waiting().includes(`${name}.zst`) && !waiting().includes(name)));
  expect(await state()).toMatchObject({ ok: false, about: expect.stringContaining("cannot be written"), at: expect.any(String) });

  rmSync(log);
  renameSync(`${log}.away`, log);
  await untilTrue(() => segments.every((name) => archived(`log/${name}*`).length > 0 && !waiting().includes(`${name}.zst`)));
  await untilTrue(async () => (await state())?.ok === true);
});

test("if the database itself can't put its log aside, the Overview says so; later it is archived", async () => {
  await untilTrue(() => waiting().length === 0);
  const folder = join(data.path, "postgres-log");
  chmodSync(folder, 0o500);
  await orders();
  const segment = await finishSegment();
  await untilTrue(async () => (await state())?.ok === false);
  expect(await state()).toMatchObject({ about: expect.stringContaining(`The database can't put its log into ${folder}`) });

  chmodSync(folder, 0o700);
  // The server tries again with the next one.
  await orders();
  await finishSegment();
  await untilTrue(() => archived(`log/${segment}*`).length > 0);
  await untilTrue(async () => (await state())?.ok === true);
});

/** The log it needs includes what waited in the tests before. */
test("after a wrong bulk change, the shop can be restored as it was just before, again and again, with balanced books", async () => {
  await untilTrue(() => archived("base/*/base.json").length > 0);
  await orders();
  const before = await orderNumbers(behind);
  const at = await timeNow(behind);
  await priceAll(behind);
  await orders();
  const after = await orderNumbers(behind);
  const wrong = await timeNow(behind);
  await orders();
  // The change is in the segment of the log that the database finishes as it stops.
  expect(await shop.stop()).toBe(0);

  expect(readFileSync(join(archive.path, archived("log/*")[0]!)).includes("despensa")).toBe(false);
  await goBack(at);
  let second = "";
  let next = new Set<string>();
  await openRestored(target.path, settings, async (inside, order) => {
    expect(await orderNumbers(inside)).toEqual(before);
    expect(await isPriced(inside)).toBe(false);
    await checkBooks(inside, STOCK);
    // The key that signs logins came along, and the shop takes orders.
    await order("after the restore");
    next = await orderNumbers(inside);
    second = await timeNow(inside);
    await priceAll(inside);
  });
  await expect(goBack(at)).rejects.toMatchObject({ stderr: expect.stringContaining("only fills an empty shop") });

  // The restored shop keeps the same archive, which leads to any time before and after the restore.
  const [other, third, fourth] = later;
  await goBack(second, other.path);
  await openRestored(other.path, settings, async (inside, order) => {
    expect(await orderNumbers(inside)).toEqual(next);
    expect(await isPriced(inside)).toBe(false);
    await order("after the second restore");
    next = await orderNumbers(inside);
  });
  expect(
    archived("log/*.history*")
      .map((name) => basename(name).slice(0, 8))
      .toSorted(),
  ).toEqual(["00000002", "00000003"]);
  if (LONG) {
    await goBack(wrong, third.path);
    await openRestored(third.path, {}, async (inside) => {
      expect(await orderNumbers(inside)).toEqual(after);
      expect(await isPriced(inside)).toBe(true);
    });
  }
  const { stdout } = await goBack("latest", fourth.path);
  expect(stdout).toMatch(/everything that was archived.* The last change is from 20\d\d-/);
  await openRestored(fourth.path, {}, async (inside) => {
    expect(await orderNumbers(inside)).toEqual(next);
    await checkBooks(inside, STOCK);
  });
});

test("while a base backup is made, the log goes on being archived, and stopping interrupts it", async () => {
  const [slow, there] = [dataFolder({ database: true }), dataFolder()];
  // Without content, but it takes minutes to read.
  writeFileSync(join(slow.path, "postgres/large"), "");
  truncateSync(join(slow.path, "postgres/large"), 1024 ** 4);
  const begun = () => globSync("*/base/*/.base.tar*.part", { cwd: there.path });
  const opened = await startShop({ PORT: await freePort(), DATA_DIR: slow.path, ARCHIVE_TO: there.path, BACKUP_PASSPHRASE });
  try {
    await untilTrue(() => begun().length === 1);
    const segment = await finishSegment(slow.path);
    await untilTrue(() => globSync(`*/log/${segment}*`, { cwd: there.path }).length === 1);
    expect(begun()).toHaveLength(1);
  } finally {
    expect(await opened.stop()).toBe(0);
  }
  expect(databaseProcess(slow.path)).toBeUndefined();
  expect(globSync("*/base/*/*", { cwd: there.path })).toEqual([]);
  expect(begun()).toEqual([]);
  for (const folder of [slow, there]) folder.remove();
});

test("a time that the archive doesn't reach is refused with a message, and nothing is left behind", async () => {
  const other = dataFolder();
  try {
    await expect(goBack("2020-01-01T00:00:00Z", other.path)).rejects.toMatchObject({
      stderr: expect.stringContaining("no base backup from before"),
    });
    await expect(goBack("2099-01-01T00:00:00Z", other.path)).rejects.toMatchObject({
      stderr: expect.stringContaining("ends before that time"),
    });
    await expect(goBack("yesterday", other.path)).rejects.toMatchObject({ stderr: expect.stringContaining("--at needs a time") });
    for (const name of ["postgres", "postgres.restore", "postgres.restore-log"]) expect(existsSync(join(other.path, name))).toBe(false);
  } finally {
    other.remove();
  }
});

test("files of another major version of PostgreSQL are refused, with what to do", async () => {
  const other = dataFolder({ database: true });
  writeFileSync(join(other.path, "postgres/PG_VERSION"), "17\n");
  await expect(startEmbedded(other.path)).rejects.toThrow(
    /was made by PostgreSQL 17, but .* comes with PostgreSQL 18[^]*npm run database:upgrade/,
  );
  other.remove();
});
