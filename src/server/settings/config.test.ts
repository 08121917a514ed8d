import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadConfig } from "./config.ts";
import { StartError } from "./start-error.ts";

const DATA_DIR = mkdtempSync(join(tmpdir(), "despensa-config-"));
const NOBODY = 65_534;
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

test("every setting has a working default, and an empty value counts as unset", () => {
  const config = loadConfig({ DATA_DIR, PORT: "", SHOP_NAME: " " });
  expect(config).toMatchObject({ port: 3000, host: "127.0.0.1", publicUrl: "http://localhost:3000", sandbox: true, workers: undefined });
});

test("all invalid settings are reported together", () => {
  const wrong = {
    DATA_DIR,
    PORT: "http",
    DATABASE_URL: "mysql://x",
    SHOP_TIMEZONE: "Mars/Base",
    RATE_LIMIT: "no",
    JWT_SECRET: "short",
  };
  const start = () => loadConfig(wrong);
  expect(start).toThrow(StartError);
  for (const name of ["PORT", "DATABASE_URL", "SHOP_TIMEZONE", "RATE_LIMIT", "JWT_SECRET"]) expect(start).toThrow(name);
});

test("a wrong value is reported with the names that look misspelled", () => {
  const wrong = { DATA_DIR, S3_BUCKET: "pictures", S3_ACCES_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" };
  const said = "S3_ACCES_KEY_ID is not a setting and changes nothing. Did you mean S3_ACCESS_KEY_ID?";
  expect(() => loadConfig(wrong)).toThrow(said);
});

test("DATA_DIR is there even if no secret is generated, and one that cannot be written is refused in words", () => {
  const secrets = { JWT_SECRET: "j".repeat(32), SETTINGS_KEY: "s".repeat(32), PUBLIC_URL: "https://shop.example" };
  const made = join(DATA_DIR, "made/for/it");
  expect(loadConfig({ DATA_DIR: made, ...secrets }).dataDir).toBe(made);
  expect(statSync(made).mode & 0o777).toBe(0o711);
  const inFile = join(DATA_DIR, "file");
  writeFileSync(inFile, "");
  expect(() => loadConfig({ DATA_DIR: join(inFile, "inside"), ...secrets })).toThrow(
    /^DATA_DIR \S+ cannot be written: .* Give it to the account/,
  );
});

test.runIf(process.getuid?.() === 0)("root is refused the DATA_DIR of another account, and nothing in it changes", () => {
  const folder = join(DATA_DIR, "service");
  mkdirSync(folder);
  chownSync(folder, NOBODY, NOBODY);
  expect(() => loadConfig({ DATA_DIR: folder })).toThrow(/^DATA_DIR \S+ belongs to the account nobody, and this runs as root\..*run\.sh/s);
  expect(readdirSync(folder)).toEqual([]);
});

test("an archive needs a passphrase, since it holds passwords and secrets", () => {
  expect(() => loadConfig({ DATA_DIR, ARCHIVE_TO: "/mnt" })).toThrow("BACKUP_PASSPHRASE: is needed with ARCHIVE_TO");
  expect(loadConfig({ DATA_DIR, ARCHIVE_TO: "/mnt", BACKUP_PASSPHRASE: "at least twelve" }).backup.archiveTo).toBe("/mnt");
});

test("the embedded database has connections for 12 web processes", () => {
  expect(() => loadConfig({ DATA_DIR, WORKERS: "13" })).toThrow("WORKERS: is at most 12 with the embedded database");
  expect(loadConfig({ DATA_DIR, WORKERS: "13", DATABASE_URL: "postgres://shop@one/shop" }).workers).toBe(13);
  expect(loadConfig({ DATA_DIR, WORKERS: "0" }).workers).toBe(Math.min(availableParallelism(), 12));
});

test("a read replica is one server, of a database that is not embedded", () => {
  const DATABASE_URL = "postgres://shop@one/shop";
  const { databaseReadUrl } = loadConfig({ DATA_DIR, DATABASE_URL, DATABASE_READ_URL: "postgres://shop:a,b@two:5433/shop" });
  expect(databaseReadUrl).toBe("postgres://shop:a,b@two:5433/shop");
  const wrong =
    (DATABASE_READ_URL: string, others = {}) =>
    () =>
      loadConfig({ DATA_DIR, DATABASE_READ_URL, ...others });
  expect(wrong("postgres://shop@two/shop")).toThrow("DATABASE_READ_URL: is for a standby");
  expect(wrong("postgres://shop@two,three/shop?target_session_attrs=read-write", { DATABASE_URL })).toThrow("takes one server");
});

test("a time zone is a name from the database: an offset means the opposite in PostgreSQL", () => {
  expect(loadConfig({ DATA_DIR, SHOP_TIMEZONE: "America/Lima" }).shop.timeZone).toBe("America/Lima");
  for (const SHOP_TIMEZONE of ["+05:30", "-05", "-0500"]) expect(() => loadConfig({ DATA_DIR, SHOP_TIMEZONE })).toThrow("SHOP_TIMEZONE");
});

test("the sandbox is off by default where strangers can reach the shop", () => {
  expect(loadConfig({ DATA_DIR, HOST: "0.0.0.0" }).sandbox).toBe(false);
  expect(loadConfig({ DATA_DIR, PUBLIC_URL: "https://shop.example/" })).toMatchObject({
    sandbox: false,
    publicUrl: "https://shop.example",
  });
  expect(loadConfig({ DATA_DIR, PUBLIC_URL: "http://127.shop.example" }).sandbox).toBe(false);
  expect(loadConfig({ DATA_DIR, PUBLIC_URL: "http://127.0.0.2:3000" }).sandbox).toBe(true);
});

const paypal = { PAYPAL_CLIENT_ID: "id", PAYPAL_CLIENT_SECRET: "secret" };
const culqi = { CULQI_PUBLIC_KEY: "pk_live_a", CULQI_SECRET_KEY: "sk_live_a" };

test("without providers their stand-ins are used, at an address this server can reach, with this shop's secrets", () => {
  const { payments } = loadConfig({ DATA_DIR, PORT: "4000" });
  expect(payments.paypal).toMatchObject({ sandbox: true, baseUrl: "http://127.0.0.1:4000/sandbox/paypal" });
  expect(payments.culqi).toMatchObject({ sandbox: true, scripts: { checkout: "/sandbox/culqi/checkout.js" } });
  expect(payments.paypal?.clientSecret).toHaveLength(43);
  expect(loadConfig({ DATA_DIR, PORT: "4000" }).payments).toEqual(payments);
});

test("a real provider turns the sandbox off, and the other provider is not offered", () => {
  const config = loadConfig({ DATA_DIR, ...paypal });
  expect(config).toMatchObject({
    sandbox: false,
    payments: { paypal: { baseUrl: "https://api-m.paypal.com", sandbox: false }, culqi: null },
  });
  expect(loadConfig({ DATA_DIR, ...culqi }).payments).toMatchObject({
    paypal: null,
    culqi: {
      baseUrl: "https://api.culqi.com/v2",
      scripts: { checkout: "https://js.culqi.com/checkout-js", threeDs: "https://3ds.culqi.com" },
    },
  });
  expect(loadConfig({ DATA_DIR, SANDBOX: "on", ...paypal }).payments.culqi?.sandbox).toBe(true);
});

test("a stand-in on another host serves its scripts with its API", () => {
  const { payments } = loadConfig({ DATA_DIR, ...culqi, CULQI_BASE_URL: "http://127.0.0.1:4000/sandbox/culqi/v2/" });
  expect(payments.culqi?.scripts.checkout).toBe("http://127.0.0.1:4000/sandbox/culqi/checkout.js");
});

test.each([
  [{ PAYPAL_CLIENT_ID: "id" }, "PAYPAL_CLIENT_SECRET"],
  [{ PAYPAL_CLIENT_SECRET: "secret" }, "PAYPAL_CLIENT_ID"],
  [{ PAYPAL_WEBHOOK_ID: "id" }, "PAYPAL_CLIENT_ID"],
  [{ CULQI_PUBLIC_KEY: "pk_a" }, "CULQI_SECRET_KEY"],
  [{ ...culqi, CULQI_SECRET_KEY: "pk_a" }, "CULQI_SECRET_KEY"],
])("an incompletely configured provider does not start: %o", (env, name) => {
  expect(() => loadConfig({ DATA_DIR, ...env })).toThrow(`${name}: `);
});
