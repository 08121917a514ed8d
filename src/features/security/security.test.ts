import { describe, expect, test } from "vitest";
import { makeAdmin, PASSWORD, signUp, type SignedUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { login, refresh, userDetails } from "../account/contract.ts";
import * as contract from "./contract.ts";

const shop = await openTestShop();
const { call } = shop;
const { pool } = shop.shop.database;

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const statusOf = async (token: string) => (await call(userDetails, undefined, { token })).status;
const sessionsOf = async (token: string): Promise<contract.Session[]> =>
  (await call(contract.listSessions, undefined, { token })).body.data;
const kindsOf = async (token: string) =>
  ((await call(contract.listSecurityEvents, undefined, { token })).body.data as contract.SecurityEvent[]).map(({ kind }) => kind);

/** Signs the person in on another device. */
async function oneMore({ user }: SignedUp, password = PASSWORD) {
  const { body } = await call(login, { email: user.email, password }, { headers: { "user-agent": FIREFOX } });
  return { token: body.data.accesstoken as string, refreshToken: body.data.refreshToken as string };
}

describe("devices", () => {
  test("ACC-8 are listed with browser, system and times, the current one marked, the last used first", async () => {
    const ana = await signUp(shop);
    await pool.query("update session set used_at = now() - interval '2 days' where user_id = $1", [ana.user._id]);
    const laptop = await oneMore(ana);
    expect(await sessionsOf(laptop.token)).toMatchObject([
      { browser: "Firefox", system: "Linux", current: true },
      { browser: "", system: "", current: false },
    ]);
    const [, old] = await sessionsOf(ana.token);
    expect(old).toMatchObject({ current: true });
    expect(Date.now() - Date.parse(old!.usedAt)).toBeGreaterThan(47 * 3_600_000);
  });

  test("a session that ended or can no longer be used is not listed", async () => {
    const ana = await signUp(shop);
    const laptop = await oneMore(ana);
    await pool.query("update session set used_at = now() - interval '31 days' where user_id = $1 and user_agent = ''", [ana.user._id]);
    expect(await sessionsOf(laptop.token)).toHaveLength(1);
  });

  test("ACC-8 one can be logged out: its tokens are refused, those of others are not", async () => {
    const ana = await signUp(shop);
    const laptop = await oneMore(ana);
    const other = (await sessionsOf(ana.token)).find(({ current }) => !current)!;
    expect((await call(contract.endSession, { _id: other._id }, { token: ana.token })).status).toBe(200);
    expect(await statusOf(laptop.token)).toBe(401);
    expect((await call(refresh, undefined, { token: laptop.refreshToken })).status).toBe(401);
    expect(await statusOf(ana.token)).toBe(200);
    expect((await call(contract.endSession, { _id: other._id }, { token: ana.token })).status).toBe(404);
    expect(await kindsOf(ana.token)).toEqual(["session-ended", "login", "login"]);
  });

  test("API-32 another person's session is not found and continues", async () => {
    const ana = await signUp(shop);
    const eva = await signUp(shop);
    const [hers] = await sessionsOf(eva.token);
    expect(await call(contract.endSession, { _id: hers!._id }, { token: ana.token })).toMatchObject({
      status: 404,
      body: { message: "Session not found" },
    });
    expect(await statusOf(eva.token)).toBe(200);
    expect((await call(contract.endSession, { _id: "no id" }, { token: ana.token })).status).toBe(400);
  });

  test("all others can be logged out, and nobody else's", async () => {
    const ana = await signUp(shop);
    const eva = await signUp(shop);
    const others = [await oneMore(ana), await oneMore(ana)];
    const answer = await call(contract.endOtherSessions, undefined, { token: ana.token });
    expect(answer.body.data).toEqual({ ended: 2 });
    for (const { token } of others) expect(await statusOf(token)).toBe(401);
    expect(await statusOf(ana.token)).toBe(200);
    expect(await statusOf(eva.token)).toBe(200);
  });

  test("API-32 everything here needs a login", async () => {
    const calls = [contract.listSessions, contract.endOtherSessions, contract.listSecurityEvents, contract.downloadData] as const;
    for (const endpoint of calls) expect((await call(endpoint)).status).toBe(401);
    // Before the body is checked.
    expect((await shop.app.inject({ method: "DELETE", url: contract.deleteAccount.path, payload: {} })).statusCode).toBe(401);
    expect((await shop.app.inject({ method: "PUT", url: contract.changePassword.path, payload: {} })).statusCode).toBe(401);
  });
});

describe("recent activity", () => {
  test("lists only the person's own events, newest first, with the browser's name and without tokens", async () => {
    const ana = await signUp(shop);
    await signUp(shop);
    await oneMore(ana);
    const { body } = await call(contract.listSecurityEvents, undefined, { token: ana.token });
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toEqual({
      _id: expect.any(String),
      kind: "login",
      detail: "",
      browser: "Firefox",
      system: "Linux",
      ip: "127.0.0.1",
      at: expect.any(String),
    });
  });

  test("lists 50 at most", async () => {
    const ana = await signUp(shop);
    await pool.query(
      "insert into security_event (id, user_id, kind) select lpad(n::text, 32, '0'), $1, 'login-failed' from generate_series(1, 60) n",
      [ana.user._id],
    );
    expect(await kindsOf(ana.token)).toHaveLength(50);
  });
});

describe("changing the password", () => {
  const NEW = "another pantry of one's own";
  const change = (token: string, given: Partial<Record<"password" | "newPassword" | "confirmPassword", string>> = {}) =>
    call(contract.changePassword, { password: PASSWORD, newPassword: NEW, confirmPassword: NEW, ...given }, { token });

  test("returns new tokens here, ends every other session, sends an email and is recorded", async () => {
    const ana = await signUp(shop);
    const laptop = await oneMore(ana);
    const { status, body, headers } = await change(ana.token);
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    for (const token of [ana.token, laptop.token]) expect(await statusOf(token)).toBe(401);
    for (const token of [ana.refreshToken, laptop.refreshToken]) expect((await call(refresh, undefined, { token })).status).toBe(401);
    expect(await statusOf(body.data.accessToken)).toBe(200);
    expect((await call(refresh, undefined, { token: body.data.refreshToken })).status).toBe(200);
    expect(await sessionsOf(body.data.accessToken)).toMatchObject([{ current: true }]);
    expect((await call(login, { email: ana.user.email, password: PASSWORD })).status).toBe(401);
    expect((await call(login, { email: ana.user.email, password: NEW })).status).toBe(200);
    expect((await kindsOf(body.data.accessToken)).slice(2)).toEqual(["password-changed", "login", "login"]);
    const emails = await shop.emailsTo(ana.user.email);
    expect(emails.map(({ subject }) => subject)).toEqual(["New login to your account", "Your password was changed"]);
  });

  test.each([
    [{ password: "wrong" }, "That password isn't right. Try again."],
    [{ confirmPassword: "different words" }, "New password and confirm password must be same."],
    [{ newPassword: "short", confirmPassword: "short" }, "Use at least 8 characters."],
    [{ newPassword: "password1", confirmPassword: "password1" }, "That password is too common. Choose another."],
  ])("%j is a 400 and changes nothing: %s", async (given, message) => {
    const ana = await signUp(shop);
    expect(await change(ana.token, given)).toMatchObject({ status: 400, body: { message } });
    expect(await statusOf(ana.token)).toBe(200);
    expect((await call(login, { email: ana.user.email, password: PASSWORD })).status).toBe(200);
  });

  test("of two concurrent changes, one succeeds", async () => {
    const ana = await signUp(shop);
    const answers = await Promise.all(
      ["the first of two", "the second of two"].map((words) => change(ana.token, { newPassword: words, confirmPassword: words })),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect([400, 401, 409]).toContain(statuses[1]);
    expect((await sessionsOf(answers.find(({ status }) => status === 200)!.body.data.accessToken)).length).toBe(1);
  });

  test("guessing the current password with a stolen token is limited and recorded", async () => {
    const strict = await openTestShop({ RATE_LIMIT: "on" });
    const ana = await signUp(strict);
    const guess = () =>
      strict.call(contract.changePassword, { password: "wrong", newPassword: NEW, confirmPassword: NEW }, { token: ana.token });
    for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(400);
    expect(await guess()).toMatchObject({ status: 429, headers: { "retry-after": expect.stringMatching(/^\d+$/) } });
    // The right one is refused too, and its email isn't counted.
    const emailsCounted = async () =>
      (
        await strict.shop.database.pool.query(
          "select key, points from rate_limit where key like 'unconfirmed-email:%' and points > 0 order by key",
        )
      ).rows;
    const before = await emailsCounted();
    const right = { password: PASSWORD, newPassword: NEW, confirmPassword: NEW };
    expect((await strict.call(contract.changePassword, right, { token: ana.token })).status).toBe(429);
    expect((await strict.call(contract.deleteAccount, { password: PASSWORD }, { token: ana.token })).status).toBe(429);
    await expect.poll(emailsCounted).toEqual(before);
    const { rows } = await strict.shop.database.pool.query("select 1 from security_event where kind = 'password-wrong'");
    expect(rows).toHaveLength(10);
  });
});

test("API-32 admins cannot see each other's events and devices", async () => {
  const ada = await makeAdmin(shop);
  const bea = await makeAdmin(shop);
  const [hers] = await sessionsOf(bea.token);
  expect((await call(contract.endSession, { _id: hers!._id }, { token: ada.token })).status).toBe(404);
});
