import { afterEach, describe, expect, test } from "vitest";
import { codeIn, getTicket } from "../../../tests/support/reset.ts";
import { PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop, type TestAnswer } from "../../../tests/support/test-shop.ts";
import { login } from "../account/contract.ts";
import { forgotPassword, resetPassword, verifyForgotPasswordOtp } from "./contract.ts";

const shop = await openTestShop({ RATE_LIMIT: "on", TRUST_PROXY: "127.0.0.1" });
const { call } = shop;
const { pool } = shop.shop.database;

afterEach(async () => {
  await pool.query("truncate rate_limit");
});

const from = (ip: string) => ({ headers: { "x-forwarded-for": ip } });
const ask = (email: string, ip = "203.0.113.1") => call(forgotPassword, { email }, from(ip));
const tryCode = (email: string, ip = "203.0.113.1") => call(verifyForgotPasswordOtp, { email, otp: "000000" }, from(ip));

/** Counts `tries` more attempts, as if they had just been made. */
async function countMore(limit: string, tries: number): Promise<void> {
  await pool.query("update rate_limit set points = points + $2 where key like $1 || ':%'", [limit, tries]);
}

async function untilRefused(attempt: (n: number) => Promise<TestAnswer>): Promise<{ passed: number; refused?: TestAnswer }> {
  for (let n = 0; n < 30; n++) {
    const answer = await attempt(n);
    if (answer.status === 429) return { passed: n, refused: answer };
  }
  return { passed: 30 };
}

test("API-4 one network can ask five times per account in 15 minutes, known or not; others still can", async () => {
  const { user } = await signUp(shop);
  for (const email of [user.email, "stranger@shop.example"]) {
    const { passed, refused } = await untilRefused((n) => ask(n % 2 ? email : email.toUpperCase()));
    expect(passed).toBe(5);
    expect(refused?.body.message).toBe("Too many tries. Please try again in 15 minutes.");
    expect(Number(refused?.headers["retry-after"])).toBeLessThanOrEqual(900);
    expect((await ask(email, "203.0.113.2")).status).toBe(200);
  }
});

test("requests are limited per network, IPv6 also by /48; one network cannot use up an address's emails", async () => {
  await ask("one@shop.example");
  await countMore("reset-address", 54);
  expect((await untilRefused((n) => ask(`other${n}@shop.example`))).passed).toBe(5);
  await pool.query("truncate rate_limit");

  expect((await untilRefused((n) => ask("one@shop.example", `2001:db8:7:${n}::1`))).passed).toBe(5);
  await pool.query("delete from rate_limit where key like 'reset-both%'");
  expect((await untilRefused((n) => ask("one@shop.example", `2001:db8:7:${n}::1`))).passed).toBe(1);
  expect((await ask("one@shop.example", "2001:db8:8::1")).status).toBe(200);
});

test("strangers anywhere can cause ten emails a day to one address, known or not", async () => {
  const { user } = await signUp(shop);
  for (const email of [user.email, "stranger@shop.example"]) {
    const { passed, refused } = await untilRefused((n) => ask(email, `198.51.100.${n}`));
    expect(passed).toBe(10);
    expect(refused?.body.message).toBe("Too many emails to this address today. Please try again in 24 hours.");
  }
});

const askWith = (email: string, ip: string, cookie = "") => call(forgotPassword, { email }, { headers: { "x-forwarded-for": ip, cookie } });

describe("from a known browser or network", () => {
  /** A person who has confirmed their address and logged in from home; strangers then use everything up. */
  async function besiegedPerson() {
    const { user } = await signUp(shop);
    await pool.query("update user_account set verify_email = true where id = $1", [user._id]);
    const home = await call(login, { email: user.email, password: PASSWORD }, from(HOME));
    await untilRefused((n) => ask(user.email, `198.51.100.${n}`));
    return { email: user.email, cookie: String(home.headers["set-cookie"]).split(";")[0]! };
  }
  const HOME = "203.0.113.77";
  test("a code is always sent, up to ten times a day", async () => {
    const { email, cookie } = await besiegedPerson();
    const before = (await shop.emailsTo(email)).length;
    expect((await askWith(email, "198.51.100.222")).status).toBe(429);
    for (const place of [() => askWith(email, HOME), () => askWith(email, "198.51.100.222", cookie)]) {
      expect((await place()).status).toBe(200);
      expect((await shop.emailsTo(email)).length).toBeGreaterThan(before);
      expect((await untilRefused(place)).passed).toBe(9);
    }
  });

  test("strangers can neither replace the code nor use up its attempts", async () => {
    const { email } = await besiegedPerson();
    await pool.query("truncate rate_limit");
    await askWith(email, HOME);
    const code = codeIn((await shop.emailsTo(email))[0]);
    for (let n = 0; n < 8; n++) await ask(email, `198.51.100.${n}`);
    for (let n = 0; n < 8; n++) await tryCode(email, `198.51.100.${n}`);
    expect((await call(verifyForgotPasswordOtp, { email, otp: code }, from(HOME))).status).toBe(200);
  });

  test("an unconfirmed account has no email allowance of its own, since the address may be a stranger's", async () => {
    const { user } = await signUp(shop);
    await call(login, { email: user.email, password: PASSWORD }, from(HOME));
    await untilRefused((n) => ask(user.email, `198.51.100.${n}`));
    expect((await ask(user.email, HOME)).status).toBe(429);
  });
});

test("API-5 attempts are limited beyond the five per code", async () => {
  expect((await untilRefused(() => tryCode("one@shop.example"))).passed).toBe(15);
  expect((await tryCode("two@shop.example")).status).toBe(400);
  await countMore("code-address", 80);
  expect((await untilRefused((n) => tryCode(`other${n}@shop.example`))).passed).toBeLessThan(15);
});

test("someone locked out of login can use the new password immediately", async () => {
  const { user } = await signUp(shop);
  const logIn = (password: string) => call(login, { email: user.email, password });
  for (let n = 0; n < 10; n++) await logIn("forgotten");
  expect((await logIn(PASSWORD)).status).toBe(429);
  const headers = await getTicket(shop, user.email);
  const newPassword = "a larder full of jam";
  expect((await call(resetPassword, { email: user.email, newPassword, confirmPassword: newPassword }, { headers })).status).toBe(200);
  expect((await logIn(newPassword)).status).toBe(200);
});
