import { statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Config } from "#server/settings/config.ts";
import { StartError } from "#server/settings/start-error.ts";
import { addAddress } from "../../tests/support/goods.ts";
import { PASSWORD, signUp } from "../../tests/support/sign-up.ts";
import { openTestShop } from "../../tests/support/test-shop.ts";
import { listAddresses } from "#features/addresses/contract.ts";
import { login, userDetails } from "#features/account/contract.ts";
import { makeFirstAccounts } from "./first-accounts.ts";
import { hashPassword } from "#features/account/password/passwords.ts";

const shop = await openTestShop();
const { call } = shop;
const { config, database } = shop.shop;

beforeEach(async () => {
  await database.pool.query("truncate user_account cascade");
});

const start = (settings: Partial<Config> = {}) => makeFirstAccounts({ ...config, sandbox: false, ...settings }, database);
const signIn = (email: string, password: string) => call(login, { email, password });
const roleOf = async (token: string) => (await call(userDetails, undefined, { token })).body.data.role;
/** Email and password, as printed at startup. */
const printed = (line = "") => /^\w+: +(\S+) +password: (.+)$/.exec(line)!.slice(1) as [string, string];

test("the first start creates an admin and, in a sandbox, a shopper with an address; every start prints them", async () => {
  const lines = await start({ sandbox: true });
  expect(lines.map((line) => printed(line)[0])).toEqual(["admin@despensa.example", "shopper@despensa.example"]);

  const admin = await signIn(...printed(lines[0]));
  expect(await roleOf(admin.body.data.accesstoken)).toBe("ADMIN");
  const shopper = await signIn(...printed(lines[1]));
  expect(await roleOf(shopper.body.data.accesstoken)).toBe("USER");
  expect((await call(listAddresses, undefined, { token: shopper.body.data.accesstoken })).body.data).toHaveLength(1);

  expect(await start({ sandbox: true })).toEqual(lines);
  expect(statSync(join(config.dataDir, "secrets/admin-password")).mode & 0o777).toBe(0o600);
});

test("without a sandbox there is no shopper", async () => {
  expect(await start()).toHaveLength(1);
  expect(await database.pool.query("select email from user_account")).toMatchObject({ rows: [{ email: "admin@despensa.example" }] });
});

test("processes that start together create each account once, with one password", async () => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => start({ sandbox: true })));
  for (const lines of others) expect(lines).toEqual(first);
});

test("ADMIN_EMAIL and ADMIN_PASSWORD define the admin; a changed password ends the old sessions", async () => {
  const admin = { email: "owner@shop.example", password: "first long password" };
  expect(await start({ admin })).toEqual([expect.stringContaining("that of ADMIN_PASSWORD")]);
  const { accesstoken } = (await signIn(admin.email, admin.password)).body.data;

  await start({ admin: { ...admin, password: "second long password" } });
  expect((await call(userDetails, undefined, { token: accesstoken })).status).toBe(401);
  expect((await signIn(admin.email, admin.password)).status).toBe(401);
  expect((await signIn(admin.email, "second long password")).status).toBe(200);
});

test("starting again with the same ADMIN_PASSWORD ends no session", async () => {
  const admin = { email: "owner@shop.example", password: "first long password" };
  await start({ admin });
  const { accesstoken } = (await signIn(admin.email, admin.password)).body.data;
  await start({ admin });
  expect(await roleOf(accesstoken)).toBe("ADMIN");
});

test("someone who already registered the admin's email address gets no role and loses the password", async () => {
  const early = await signUp(shop, { email: "Owner@shop.example" });
  await signIn(early.user.email, PASSWORD);
  expect((await database.pool.query("select from known_place")).rowCount).not.toBe(0);
  await database.pool.query(
    "insert into passkey (id, user_id, name, public_key, counter, transports) values ('planted', $1, 'Phone', '', 0, '{}')",
    [early.user._id],
  );
  await addAddress(shop, early.user._id);
  const [line] = await start({ admin: { email: "owner@shop.example", password: undefined } });
  expect((await call(userDetails, undefined, { token: early.token })).status).toBe(401);
  expect((await signIn("owner@shop.example", PASSWORD)).status).toBe(401);
  for (const table of ["passkey", "address", "known_place"]) {
    expect([table, (await database.pool.query(`select from ${table}`)).rowCount]).toEqual([table, 0]);
  }
  const admin = await signIn(...printed(line));
  const { body } = await call(userDetails, undefined, { token: admin.body.data.accesstoken });
  expect(body.data).toMatchObject({ role: "ADMIN", name: "Admin" });
});

test("without settings, a password changed by the owner stays and is not printed", async () => {
  const [line] = await start();
  const [email] = printed(line);
  await database.pool.query("update user_account set password_hash = $1", [await hashPassword("chosen by the owner")]);
  expect(printed((await start())[0])).toEqual([email, "the one you chose"]);
  expect((await signIn(email, "chosen by the owner")).status).toBe(200);
});

test("without settings, a demoted first admin stays demoted while there is another", async () => {
  const [line] = await start();
  const [email, password] = printed(line);
  await signUp(shop, { role: "ADMIN" });
  await database.pool.query("update user_account set role = 'USER' where email = $1", [email]);
  expect(await start()).toEqual([]);
  const { accesstoken } = (await signIn(email, password)).body.data;
  expect(await roleOf(accesstoken)).toBe("USER");
});

test("a common ADMIN_PASSWORD prevents the start", async () => {
  await expect(start({ admin: { email: undefined, password: "Password123" } })).rejects.toThrow(StartError);
  expect(await database.pool.query("select 1 from user_account")).toMatchObject({ rowCount: 0 });
});

test("the shop is ready once an admin can log in, and then serves as long as it runs", async () => {
  const serves = async () => (await shop.app.inject("/servez")).statusCode;
  expect(await serves()).toBe(503);
  const before = await shop.app.inject("/readyz");
  expect([before.statusCode, before.json().notReady]).toEqual([503, ["admin"]]);
  await shop.shop.database.pool.query("alter table drizzle.__drizzle_migrations rename to hidden");
  expect((await shop.app.inject("/readyz")).json().notReady).toEqual(["migrations"]);
  await shop.shop.database.pool.query("alter table drizzle.hidden rename to __drizzle_migrations");
  await start();
  expect((await shop.app.inject("/readyz")).statusCode).toBe(200);
  expect(await serves()).toBe(200);
  await shop.shop.database.pool.query("alter table drizzle.__drizzle_migrations rename to hidden");
  expect([await serves(), (await shop.app.inject("/readyz")).statusCode]).toEqual([200, 503]);
  await shop.shop.database.pool.query("alter table drizzle.hidden rename to __drizzle_migrations");
});
