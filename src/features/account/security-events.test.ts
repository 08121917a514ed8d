import { describe, expect, test } from "vitest";
import { CLEANING } from "#start/background-work.ts";
import { PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { login, logout, refresh, register } from "./contract.ts";
import { makeFirstAccounts } from "#start/first-accounts.ts";
import { noteSecurityEvent } from "./security-events.ts";

const shop = await openTestShop({ TRUST_PROXY: "127.0.0.1" });
const { call } = shop;
const { config, database } = shop.shop;

const PLACE = { ip: "203.0.113.9", userAgent: "Fire and fox" };
const headers = { "x-forwarded-for": PLACE.ip, "user-agent": PLACE.userAgent };

async function eventsOf(userId: string | null) {
  const { rows } = await database.pool.query(
    `select kind, detail, ip, user_agent as "userAgent" from security_event where user_id is not distinct from $1 order by id`,
    [userId],
  );
  return rows;
}
const kindsOf = async (userId: string) => (await eventsOf(userId)).map(({ kind }) => kind);

async function clean(): Promise<void> {
  for (const task of CLEANING) await task(database.db, config);
}

describe("security events record who did what, and from where", () => {
  test("registration, failed login, login and logout", async () => {
    const person = { name: "Maria", email: "maria@shop.example", password: PASSWORD, confirmPassword: PASSWORD };
    const { _id } = (await call(register, person, { headers })).body.data;
    await call(login, { email: person.email, password: "wrong" }, { headers });
    const { accesstoken } = (await call(login, { email: person.email, password: PASSWORD }, { headers })).body.data;
    await call(logout, undefined, { token: accesstoken, headers });
    await call(logout, undefined, { token: accesstoken, headers }); // it was over already
    expect(await eventsOf(_id)).toEqual(["registered", "login-failed", "login", "logout"].map((kind) => ({ kind, detail: "", ...PLACE })));
  });

  test("the right password of a suspended account counts as a failed login", async () => {
    const { user } = await signUp(shop);
    await database.pool.query("update user_account set status = 'Suspended' where id = $1", [user._id]);
    await call(login, { email: user.email, password: PASSWORD });
    expect(await kindsOf(user._id)).toEqual(["login", "login-failed"]);
  });

  test("reusing a refresh token, but not renewing it", async () => {
    const { user, refreshToken } = await signUp(shop);
    await call(refresh, undefined, { token: refreshToken });
    await database.pool.query("update refresh_token set used_at = now() - interval '1 minute' where used_at is not null");
    await call(refresh, undefined, { token: refreshToken, headers });
    await call(refresh, undefined, { token: refreshToken, headers }); // the session is over already
    expect((await eventsOf(user._id)).slice(1)).toEqual([{ kind: "refresh-reused", detail: "", ...PLACE }]);
  });

  test("a role granted by the settings", async () => {
    const { user } = await signUp(shop, { email: "owner@shop.example" });
    await makeFirstAccounts({ ...config, admin: { email: user.email, password: "the keys of the pantry" } }, database);
    expect((await eventsOf(user._id)).slice(1)).toEqual([
      { kind: "role-changed", detail: "USER, Active to ADMIN, Active", ip: "", userAgent: "" },
      { kind: "password-changed", detail: "", ip: "", userAgent: "" },
    ]);
  });

  test("nothing that was typed: neither unknown email addresses nor passwords", async () => {
    const secret = "somebody typed this";
    await call(login, { email: "unknown@shop.example", password: secret }, { headers });
    expect(await eventsOf(null)).toEqual([{ kind: "login-failed", detail: "", ...PLACE }]);
    const { rows } = await database.pool.query<{ all: string }>("select json_agg(e)::text as all from security_event e");
    for (const typed of [secret, PASSWORD, "unknown@shop.example"]) expect(rows[0]!.all).not.toContain(typed);
  });
});

test("an event is written in the transaction it describes, or not at all", async () => {
  const { user } = await signUp(shop);
  const undone = database.transact(async ({ tx }) => {
    await noteSecurityEvent(tx, { kind: "email-changed", userId: user._id, from: PLACE });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await kindsOf(user._id)).toEqual(["login"]);
});

test("a long user agent is truncated", async () => {
  const { user } = await signUp(shop);
  await call(login, { email: user.email, password: "wrong" }, { headers: { "user-agent": "x".repeat(4000) } });
  expect((await eventsOf(user._id))[1]).toMatchObject({ userAgent: "x".repeat(300) });
});

test("events are deleted after 180 days", async () => {
  const { user } = await signUp(shop);
  const past = (days: number) =>
    database.pool.query("update security_event set at = now() - make_interval(days => $2) where user_id = $1", [user._id, days]);
  await past(179);
  await clean();
  expect(await kindsOf(user._id)).toEqual(["login"]);
  await past(181);
  await clean();
  expect(await kindsOf(user._id)).toEqual([]);
});

test("events of addresses without an account are deleted after a day", async () => {
  await call(login, { email: "nobody@shop.example", password: "wrong" });
  await clean();
  expect(await eventsOf(null)).not.toEqual([]);
  await database.pool.query("update security_event set at = now() - interval '25 hours' where user_id is null");
  await clean();
  expect(await eventsOf(null)).toEqual([]);
});
