import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import pg from "pg";
import S3rver from "s3rver";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BackupError } from "#server/backup/backup-error.ts";
import { readLastBackups } from "#server/backup/backup-runs.ts";
import { removeOldBackups } from "#server/backup/list-backups.ts";
import { openBackup, verifyBackup } from "#server/backup/open-backup.ts";
import { openRepository } from "#server/backup/open-repository.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { loadConfig, type Config } from "#server/settings/config.ts";
import { isPassword } from "#features/account/password/passwords.ts";
import { uploadImage } from "#features/files/contract.ts";
import { storageOf } from "#features/files/storage.ts";
import { WIDTHS } from "#features/files/rules.ts";
import { allRows, openEmptyShop } from "../../../tests/support/empty-shop.ts";
import { addProduct, addShelf } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop } from "../../../tests/support/paying-shop.ts";
import { LONG } from "../../../tests/support/rounds.ts";
import { sendFile } from "../../../tests/support/send-file.ts";
import { makeAdmin, PASSWORD } from "../../../tests/support/sign-up.ts";
import { backUpShop, backupTasks } from "./back-up-shop.ts";
import { shopDataOf } from "./shop-data.ts";

const PASSPHRASE = "three words and a number 7";
const shop = await openPayingShop();
const { database, config } = shop.shop;
const folder = mkdtempSync(join(tmpdir(), "despensa-backup-"));
const s3Folder = mkdtempSync(join(tmpdir(), "despensa-backup-s3-"));
const s3 = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory: s3Folder, configureBuckets: [{ name: "backups" }] });
const { port } = await s3.run();
afterAll(async () => {
  await s3.close();
  for (const path of [folder, s3Folder]) rmSync(path, { recursive: true, force: true });
});

let pictureKey = "";
beforeAll(async () => {
  const apples = await addProduct(shop, { name: 'Apples "red"\tand \\green\n', description: "Ñandú — 苹果 🍎 \\N", stock: 50 });
  await addShelf(shop, [apples]);
  const payer = await newPayer(shop);
  await payer.orderInCash({ [apples]: 2 });
  await payer.create({ [apples]: 3 });
  const picture = await sharp({ create: { width: 700, height: 700, channels: 3, background: "#a51" } })
    .png()
    .toBuffer();
  const { token } = await makeAdmin(shop, { email: "admin@shop.example" });
  const { body } = await sendFile(shop, uploadImage, picture, { token });
  pictureKey = body.data.url.split("/")[2];
});

const encrypted = (passphrase = PASSPHRASE): Config => ({ ...config, backup: { ...config.backup, passphrase } });
const backUp = (by: Config, to: string) => backUpShop(by, shop.connection, database.db, to);
const where = (name: string) => join(folder, name);

async function restore(address: string, passphrase: string | undefined, { withEmails = false, env = {} } = {}) {
  const target = await openEmptyShop(env);
  const backup = await openBackup(openRepository(address, target.config.backup.s3), passphrase);
  await restoreBackup(backup, { connection: target.connection, data: await shopDataOf(target.config), withEmails });
  return target;
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

const SCHEMA = `
  select indexdef as def from pg_indexes where schemaname = 'public'
  union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  order by 1`;

const PASSING = [
  ...["backup_run", "cache_change", "customer_change", "customer_total", "picture_tally", "product_tally"],
  ...["rate_limit", "sales_change", "sales_day"],
];
const without = (rows: Record<string, string[]>, names: string[]) => Object.entries(rows).filter(([name]) => !names.includes(name));

test("an encrypted backup brings back every row, picture, secret, sequence and index", async () => {
  const { address, manifest } = await backUp(encrypted(), where("encrypted"));
  const before = await allRows(shop.connection);
  const target = await restore(address, PASSPHRASE);
  const after = await allRows(target.connection);
  expect(without(after, PASSING)).toEqual(without(before, PASSING));
  expect(after["session"]!.length).toBeGreaterThan(1);
  expect(manifest.tables.find(({ name }) => name === "customer_order")?.rows).toBe(1);
  expect(await query(target.connection, SCHEMA)).toEqual(await query(shop.connection, SCHEMA));
  const next = "select nextval(pg_get_serial_sequence('search_product', 'no')) as no";
  expect(await query(target.connection, next)).toEqual(await query(shop.connection, next));
  for (const width of WIDTHS) {
    const original = await storageOf(config).read(pictureKey, `${width}.webp`);
    expect(original?.length).toBeGreaterThan(100);
    expect(await storageOf(target.config).read(pictureKey, `${width}.webp`)).toEqual(original);
  }
  expect(loadConfig({ DATA_DIR: target.config.dataDir }).jwtSecret).toBe(config.jwtSecret);
});

test("a shop whose secrets are all settings can be backed up with them", async () => {
  const { address } = await backUp({ ...encrypted(), dataDir: where("nothing-here") }, where("no-secrets"));
  const target = await restore(address, PASSPHRASE);
  expect(loadConfig({ DATA_DIR: target.config.dataDir }).jwtSecret).toBe(config.jwtSecret);
});

test("nothing of an encrypted backup can be read without its passphrase", async () => {
  const { address } = await backUp(encrypted(), where("unreadable"));
  const open = (passphrase?: string) => openBackup(openRepository(address, undefined), passphrase);
  await expect(open()).rejects.toThrow("Set BACKUP_PASSPHRASE");
  await expect(open("another passphrase")).rejects.toThrow("the passphrase is wrong");
  const all = readdirSync(address, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of all) {
    const path = join(parentPath, name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path).includes("shop.example")).toBe(false);
  }
});

test("a plain backup holds no password, login or key, and everyone sets a new password", async () => {
  const { address, manifest } = await backUp(config, where("plain"));
  expect(manifest.leftOut).toContain("session");
  expect(manifest.leftOut).toContain("user_account.password_hash");
  const target = await restore(address, undefined);
  const rows = await allRows(target.connection);
  const original = await allRows(shop.connection);
  for (const name of ["session", "refresh_token"]) {
    expect(original[name]).not.toEqual([]);
    expect(rows[name]).toEqual([]);
  }
  const same = ["product", "product_category", "customer_order", "order_line", "order_event", "payment_attempt", "reservation", "address"];
  for (const name of same) expect(rows[name]).toEqual(original[name]);
  const people = await query<{ hash: string }>(target.connection, "select password_hash as hash from user_account");
  expect(people.length).toBe(original["user_account"]!.length);
  for (const { hash } of people) expect(await isPassword(PASSWORD, hash)).toBe(false);
  expect(loadConfig({ DATA_DIR: target.config.dataDir }).jwtSecret).not.toBe(config.jwtSecret);
});

test("every column that sounds like a secret is left out of plain backups, or is known not to be one", async () => {
  const { secret } = await shopDataOf(config);
  const columns = await query<{ table: string; column: string }>(
    shop.connection,
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name ~ '(hash|secret|token|password|code|challenge|ticket)'`,
  );
  const isLeftOut = ({ table, column }: { table: string; column: string }) =>
    secret.tables.includes(table) || secret.values.some((value) => value.table === table && value.column === column);
  const kept = columns.filter((one) => !isLeftOut(one)).map(({ table, column }) => `${table}.${column}`);
  // Digests of texts and requests, postal codes and barcodes, and codes that shops hand out.
  expect(kept.toSorted()).toEqual([
    "address.pincode",
    "complaint.request_hash",
    "coupon.code",
    "customer_order.coupon_code",
    "order_key.request_hash",
    "payment_attempt.coupon_code",
    "product.barcode",
    "search_product.text_hash",
  ]);
});

test("waiting emails are not sent again, unless asked for; all other waiting jobs are done", async () => {
  const { address, manifest } = await backUp(config, where("jobs"));
  expect(manifest.emails).toBeGreaterThan(0);
  expect(manifest.jobs).toBeGreaterThan(manifest.emails);
  const names = async (withEmails: boolean) => {
    const { connection } = await restore(address, undefined, { withEmails });
    const rows = await query<{ name: string; at: Date; payload: unknown }>(
      connection,
      `select identifier as name, run_at as at, payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = task_id order by j.id`,
    );
    return rows;
  };
  const waiting = await query<{ name: string; at: Date; payload: unknown }>(
    shop.connection,
    `select identifier as name, run_at as at, payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = task_id order by j.id`,
  );
  expect(await names(true)).toEqual(waiting);
  expect(await names(false)).toEqual(waiting.filter(({ name }) => !name.endsWith("-email")));
  expect(waiting.some(({ name }) => name === "payments.expire")).toBe(true);
});

test("every job that sends an email says so in its name", () => {
  const root = join(import.meta.dirname, "../../features");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("emails.ts"));
  expect(files.length).toBeGreaterThan(4);
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/"([a-z]+\.[a-z-]+)"/g)].map((match) => match[1]!),
  );
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !name.endsWith("-email") && !name.endsWith(".example"))).toEqual([]);
});

/** A copy of a backup, to be damaged. */
function copyOf(address: string): string {
  const copy = mkdtempSync(join(folder, "copy-"));
  cpSync(address, copy, { recursive: true });
  return copy;
}

const filesOf = (address: string) =>
  readdirSync(address, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(address.length + 1));

const DAMAGES: ((path: string) => void)[] = [
  function flip(path) {
    const bytes = readFileSync(path);
    bytes[Math.floor(bytes.length / 2)]! ^= 4;
    writeFileSync(path, bytes);
  },
  function cut(path) {
    truncateSync(path, Math.max(statSync(path).size - 1, 0));
  },
  function remove(path) {
    rmSync(path);
  },
];

test("a flipped byte, a truncated file or a missing one is refused with a message, wherever it is, and the shop stays empty", async () => {
  for (const [by, passphrase] of [
    [config, undefined],
    [encrypted(), PASSPHRASE],
  ] as const) {
    const { address } = await backUp(by, where(`damaged-${passphrase ? "encrypted" : "plain"}`));
    const target = await openEmptyShop();
    const data = await shopDataOf(target.config);
    const attempt = async (copy: string) => {
      const backup = await openBackup(openRepository(copy, undefined), passphrase);
      await restoreBackup(backup, { connection: target.connection, data, withEmails: false });
    };
    // Every kind of file; the others are read in the same way.
    const kinds = filesOf(address).filter((file) => !file.startsWith("tables/") || file.includes("customer_order"));
    for (const [n, file] of kinds.entries()) {
      for (const damage of LONG ? DAMAGES : [DAMAGES[(n + (passphrase ? 1 : 0)) % DAMAGES.length]!]) {
        const copy = copyOf(address);
        damage(join(copy, file));
        const error: unknown = await attempt(copy).then(
          () => "restored",
          (reason: unknown) => reason,
        );
        expect([file, error]).toEqual([file, expect.any(BackupError)]);
        rmSync(copy, { recursive: true });
      }
    }
    expect(await allRows(target.connection)).toEqual({});
  }
}, 180_000);

test("a restore that is interrupted leaves an empty shop, and the next one succeeds", async () => {
  const { address } = await backUp(config, where("broken"));
  const target = await openEmptyShop();
  const backup = await openBackup(openRepository(address, undefined), undefined);
  const data = await shopDataOf(target.config);
  const file = (name: string) => {
    if (name === "jobs.tsv") throw new Error("the power is cut");
    return backup.file(name);
  };
  const options = { connection: target.connection, data, withEmails: false };
  await expect(
    restoreBackup({ ...backup, file: (name, compressed) => (compressed === false ? backup.file(name, false) : file(name)) }, options),
  ).rejects.toThrow("power");
  const left = Object.entries(await allRows(target.connection)).filter(([name]) => !data.filledByMigrations.includes(name));
  expect(left.flatMap(([, rows]) => rows)).toEqual([]);
  await restoreBackup(backup, options);
  expect((await allRows(target.connection))["product"]).toEqual((await allRows(shop.connection))["product"]);
});

test("a shop that is not empty is refused, and stays as it is", async () => {
  const { address } = await backUp(config, where("full"));
  const backup = await openBackup(openRepository(address, undefined), undefined);
  const before = await allRows(shop.connection);
  const restoring = restoreBackup(backup, { connection: shop.connection, data: await shopDataOf(config), withEmails: false });
  await expect(restoring).rejects.toThrow("This shop is not empty");
  expect(await allRows(shop.connection)).toEqual(before);
});

test("a backup of a newer version is refused", async () => {
  const { address } = await backUp(config, where("newer"));
  const file = join(address, "manifest.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  for (const newer of [
    { ...manifest, format: 2 },
    { ...manifest, migrations: [...manifest.migrations, { hash: "f".repeat(64), at: 9e12 }] },
  ]) {
    writeFileSync(file, JSON.stringify(newer));
    const sums = readFileSync(join(address, "SHA256SUMS"), "utf8");
    const sha256 = createHash("sha256").update(JSON.stringify(newer)).digest("hex");
    writeFileSync(join(address, "SHA256SUMS"), sums.replace(/.{64}(?= {2}manifest\.json)/, sha256));
    await expect(openBackup(openRepository(address, undefined), undefined)).rejects.toThrow("newer version");
  }
});

test("a bucket holds backups too, and the newest of several is restored", async () => {
  const keys = { BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`, BACKUP_S3_ACCESS_KEY_ID: "S3RVER", BACKUP_S3_SECRET_ACCESS_KEY: "S3RVER" };
  const { backup } = loadConfig({ DATA_DIR: config.dataDir, ...keys, BACKUP_PASSPHRASE: PASSPHRASE });
  const by = { ...config, backup };
  await backUp(by, "s3://backups/one shop");
  await addProduct(shop, { name: "Newest" });
  await new Promise((resolve) => setTimeout(resolve, 1100)); // backups are named by the second
  await backUp(by, "s3://backups/one shop");
  const target = await restore("s3://backups/one shop", PASSPHRASE, { env: keys });
  expect((await allRows(target.connection))["product"]).toEqual((await allRows(shop.connection))["product"]);
  await expect(backUp(by, "s3://elsewhere/shop")).rejects.toThrow("NoSuchBucket");
});

test("files larger than one part of an upload come back from a bucket", async () => {
  const access = { endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  const repository = openRepository("s3://backups/large", access);
  const block = Buffer.alloc(1024 * 1024, "x");
  async function* blocks(): AsyncGenerator<Buffer> {
    for (let n = 0; n < 40; n++) yield block;
  }
  await repository.write("a/file", blocks());
  let bytes = 0;
  for await (const part of await repository.read("a/file")) bytes += part.length;
  expect(bytes).toBe(40 * block.length);
  expect([await repository.files(), await repository.folders()]).toEqual([["a/file"], ["a"]]);
});

async function* nothing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(0);
}

test("only the newest backups stay, and never fewer than one; the back office knows the last good one", async () => {
  const repository = openRepository(where("nightly"), undefined);
  for (const day of ["01", "02", "03", "04"]) {
    await repository.folder(`2026-01-${day}T02-37-00Z`).write(day === "04" ? "manifest.json" : "SHA256SUMS", nothing());
  }
  const now = Date.parse("2026-01-04T03:00:00Z");
  await removeOldBackups(repository, 2, now);
  expect((await repository.folders()).toSorted()).toEqual(["02", "03", "04"].map((day) => `2026-01-${day}T02-37-00Z`));
  await removeOldBackups(repository, 1, now + 25 * 3_600_000);
  expect(await repository.folders()).toEqual(["2026-01-03T02-37-00Z"]);

  await backUp(config, where("good"));
  const last = await readLastBackups(database.db);
  expect([last.good, last.failed]).toEqual([expect.any(Date), null]);
  await expect(backUp(config, "s3://backups/x")).rejects.toThrow("BACKUP_S3_ACCESS_KEY_ID");
  expect((await readLastBackups(database.db)).failed?.problem).toContain("BACKUP_S3_ACCESS_KEY_ID");
});

test("a backup can be checked without restoring it", async () => {
  const { address } = await backUp(config, where("checked"));
  await verifyBackup(await openBackup(openRepository(address, undefined), undefined));
});

test("a backup is made once, although an old one can't be removed", async () => {
  const to = where("stuck");
  mkdirSync(join(to, "2026-01-01T02-37-00Z", "SHA256SUMS"), { recursive: true }); // a folder, where a file is removed
  const [nightly] = backupTasks({ ...shop.shop, config: { ...config, backup: { ...config.backup, to, keep: 1 } } });
  await nightly!.execute({ id: "a", data: null }, {} as never);
  expect(readdirSync(to)).toHaveLength(2);
  expect((await readLastBackups(database.db)).failed).toBeNull();
});
