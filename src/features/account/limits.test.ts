import { afterEach, describe, expect, test } from "vitest";
import { buildApp } from "#start/app.ts";
import { makeShop } from "#start/open-shop.ts";
import { PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop, type TestAnswer } from "../../../tests/support/test-shop.ts";
import { login, refresh, register } from "./contract.ts";

const shop = await openTestShop({ RATE_LIMIT: "on", TRUST_PROXY: "127.0.0.1" });
const { call } = shop;

afterEach(async () => {
  await shop.shop.database.pool.query("truncate rate_limit");
});

const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });
const HOME = from("203.0.113.1");
const tryPassword = (email: string, password: string, place = HOME) => call(login, { email, password }, place);

/** Counts `tries` more attempts, as if they had just been made. */
async function countMore(limit: string, tries: number): Promise<void> {
  await shop.shop.database.pool.query("update rate_limit set points = points + $2 where key like $1 || ':%'", [limit, tries]);
}

/** Makes calls one after the other until one is refused as too many. @returns how many passed, and the refusal */
async function untilRefused(attempt: (n: number) => Promise<TestAnswer>): Promise<{ passed: number; refused?: TestAnswer }> {
  for (let n = 0; n < 20; n++) {
    const answer = await attempt(n);
    if (answer.status === 429) return { passed: n, refused: answer };
  }
  return { passed: 20 };
}

test("five wrong passwords are tolerated; ten from a known network are blocked for 15 minutes at most", async () => {
  const { user } = await signUp(shop);
  for (let n = 0; n < 5; n++) expect((await tryPassword(user.email, `wrong ${n}`)).status).toBe(401);
  expect((await tryPassword(user.email, PASSWORD)).status).toBe(200);

  const { passed, refused } = await untilRefused((n) => tryPassword(user.email, `wrong ${n}`));
  // The right password made the network a known one, which counts anew.
  expect(passed).toBe(10);
  expect(Number(refused!.headers["retry-after"])).toBeLessThanOrEqual(900);
  expect(refused!.body).toEqual({ success: false, error: true, message: "Too many tries. Please try again in 15 minutes." });
  expect((await tryPassword(user.email, PASSWORD)).status).toBe(429);
});

test("guesses from one network do not lock the owner out elsewhere", async () => {
  const { user } = await signUp(shop);
  expect((await untilRefused((n) => tryPassword(user.email, `wrong ${n}`, from("198.51.100.66")))).passed).toBe(10);
  expect((await tryPassword(user.email, PASSWORD)).status).toBe(200);
});

test("guesses from many networks are blocked per account, whatever the case, whether or not the account exists", async () => {
  const { user } = await signUp(shop);
  for (const email of [user.email, "nobody@shop.example"]) {
    const guess = (n: number) => tryPassword(n % 2 ? email.toUpperCase() : email, "wrong", from(`198.51.100.${n}`));
    await guess(100);
    await countMore("login-account", 94);
    expect((await untilRefused(guess)).passed).toBe(5);
    await shop.shop.database.pool.query("truncate rate_limit");
  }
});

test("a long series of logins is blocked even with the right password; a shared office network is not", async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => signUp(shop)));
  const signIn = (n: number) => tryPassword(people[n]!.user.email, PASSWORD);
  expect((await untilRefused(signIn)).passed).toBe(20);
  await countMore("login-address", 270);
  expect((await untilRefused(signIn)).passed).toBe(10);
  expect((await tryPassword(people[0]!.user.email, PASSWORD, from("203.0.113.2"))).status).toBe(200);
});

describe("a thousand consecutive logins from one network, across two processes", () => {
  const processes = [shop.app, buildApp(makeShop(shop.shop.config, shop.shop.database, shop.shop.log))];
  /** Ten at a time. @returns how often each status came, and what the last response said */
  async function thousand(typed: (n: number) => { email: string; password: string }) {
    const statuses: Record<number, number> = {};
    let last: TestAnswer | undefined;
    for (let n = 0; n < 1000; n += 10) {
      const ten = Array.from({ length: 10 }, async (_, i) => {
        const app = processes[i % 2]!;
        const sent = { "x-forwarded-for": "203.0.113.1" };
        return app.inject({ method: "POST", url: login.path, headers: sent, payload: typed(n + i) });
      });
      for (const { statusCode: status, headers, json } of await Promise.all(ten)) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 429) last = { status, headers, body: json() };
      }
    }
    return { statuses, last };
  }

  test("with the right password: 300 get in, the rest wait ten minutes", { timeout: 120_000 }, async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => signUp(shop)));
    const { statuses, last } = await thousand((n) => ({ email: people[n % 10]!.user.email, password: PASSWORD }));
    expect(statuses).toEqual({ 200: 300, 429: 700 });
    expect(Number(last!.headers["retry-after"])).toBeGreaterThan(500);
    expect(last!.body.message).toBe("Too many tries. Please try again in 10 minutes.");
  });

  test("with wrong passwords for one account: ten are checked", { timeout: 120_000 }, async () => {
    const { user } = await signUp(shop);
    expect((await thousand((n) => ({ email: user.email, password: `wrong ${n}` }))).statuses).toEqual({ 401: 10, 429: 990 });
    // Its owner can log in from elsewhere.
    expect((await tryPassword(user.email, PASSWORD, from("203.0.113.2"))).status).toBe(200);
  });
});

test("parallel guesses are counted before the password is checked", async () => {
  const { user } = await signUp(shop);
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => tryPassword(user.email, `wrong ${n}`)));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
});

const bot = (n: number, password: string) => ({ name: "Bot", email: `bot${n}@shop.example`, password, confirmPassword: password });

test("registrations are limited per network; attempts that could not succeed do not count", async () => {
  for (let n = 0; n < 20; n++) expect((await call(register, bot(n, "short"), HOME)).status).toBe(400);
  await call(register, bot(0, PASSWORD), HOME);
  await countMore("register-address", 94);
  const { passed, refused } = await untilRefused(() => call(register, bot(0, PASSWORD), HOME));
  expect(passed).toBe(5);
  expect(refused!.headers["retry-after"]).toMatch(/^\d+$/);
  expect((await call(register, bot(1, PASSWORD), from("203.0.113.2"))).status).toBe(200);
});

const place = (n: number) => from(`198.51.100.${n}`);
const renewFrom = (n: number, token: string) => call(refresh, undefined, { token, ...place(n) });

test("registrations are limited per email address, from any network", async () => {
  await call(register, bot(5, PASSWORD), place(100));
  await countMore("register-account", 14);
  expect((await untilRefused((n) => call(register, bot(5, PASSWORD), place(n)))).passed).toBe(5);
  expect((await call(register, bot(6, PASSWORD), place(1))).status).toBe(200);
});

test("refreshes are limited per account, across devices and networks, and a refused one does not use up its token", async () => {
  const { user, refreshToken } = await signUp(shop);
  const phone = (await tryPassword(user.email, PASSWORD)).body.data.refreshToken as string;
  let current = (await renewFrom(1, refreshToken)).body.data.refreshToken as string;
  await countMore("refresh-account", 198);
  current = (await renewFrom(2, current)).body.data.refreshToken;
  expect((await renewFrom(3, current)).status).toBe(429);
  expect((await renewFrom(4, phone)).status).toBe(429);
  const other = await signUp(shop);
  expect((await renewFrom(4, other.refreshToken)).status).toBe(200);
  await shop.shop.database.pool.query("truncate rate_limit");
  expect((await renewFrom(5, current)).status).toBe(200);
});

const renew = () => call(refresh, undefined, { token: "nonsense", ...HOME });

test("refreshes are limited per network", async () => {
  await renew();
  await countMore("refresh-address", 590);
  expect((await untilRefused(renew)).passed).toBe(9);
});

test("a forwarding header is trusted only from a proxy named in TRUST_PROXY", async () => {
  const { user } = await signUp(shop);
  const spoofed = (n: number) =>
    shop.app.inject({
      method: "POST",
      url: login.path,
      remoteAddress: "198.51.100.7",
      headers: { "x-forwarded-for": `203.0.113.${n}` },
      payload: { email: user.email, password: "wrong" },
    });
  const codes: number[] = [];
  for (let n = 0; n < 11; n++) codes.push((await spoofed(n)).statusCode);
  expect(codes).toEqual([...Array(10).fill(401), 429]);
});

test("while attempts cannot be counted the response is a 503, and the shop recovers afterwards", async () => {
  const { user } = await signUp(shop);
  await shop.shop.database.pool.query("alter table rate_limit rename to gone");
  expect(await tryPassword(user.email, PASSWORD)).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
  await shop.shop.database.pool.query("alter table gone rename to rate_limit");
  expect((await tryPassword(user.email, PASSWORD)).status).toBe(200);
});

test("RATE_LIMIT=off disables the limits", async () => {
  const open = await openTestShop({ RATE_LIMIT: "off" });
  expect((await untilRefused(() => open.call(login, { email: "nobody@shop.example", password: "wrong" }))).passed).toBe(20);
  expect(await open.shop.database.pool.query("select 1 from rate_limit")).toMatchObject({ rowCount: 0 });
});
