import { describe, expect, test } from "vitest";
import { askForCode, codeIn, getTicket, ticketIn, wrongCode } from "../../../tests/support/reset.ts";
import { PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { workOf } from "../../../tests/support/work-of.ts";
import { login, refresh, userDetails, verifyEmail } from "../account/contract.ts";
import { updateUser } from "../account/profile/contract.ts";
import { ResetCodes } from "./codes.ts";
import { forgotPassword, resetPassword, verifyForgotPasswordOtp } from "./contract.ts";
import { CODE_TRIES } from "./rules.ts";
import { deleteOldResets } from "./store.ts";

// Rate limits are off, but the tries per code are limited all the same.
const shop = await openTestShop();
const { call } = shop;
const { pool, db } = shop.shop.database;

const NEW = "a larder full of jam";
const REFUSED = { success: false, error: true, message: "This code is wrong or has expired. Check it, or ask for a new one." };
const NO_TICKET = "Enter the code from your email first. It lets you set one new password, within 15 minutes.";
const tryCode = (email: string, otp: string) => call(verifyForgotPasswordOtp, { email, otp });
async function askAndTry(email: string): Promise<void> {
  await call(forgotPassword, { email });
  await tryCode(email, "000000");
}
const setPassword = (email: string, headers: Record<string, string>, newPassword = NEW) =>
  call(resetPassword, { email, newPassword, confirmPassword: newPassword }, { headers });
const canLogIn = async (email: string, password: string) => (await call(login, { email, password })).status === 200;
const endNow = (email: string) => pool.query("update password_reset set ends_at = now() where email = lower($1)", [email]);

test("ACC-6 API-4 API-5 API-6 code by email, code verified, new password, then login; every session has ended", async () => {
  const { user, token, refreshToken } = await signUp(shop, { email: "Whole.Path@shop.example" });
  expect(await call(forgotPassword, { email: "  whole.path@SHOP.example " })).toMatchObject({
    status: 200,
    body: { success: true, error: false, message: "If this address has an account, we've emailed you a code." },
  });
  const [email, ...more] = await shop.emailsTo(user.email);
  expect(more).toEqual([]);
  const code = codeIn(email);
  const verified = await tryCode(user.email, `${code.slice(0, 3)} - ${code.slice(3)}`);
  expect(verified).toMatchObject({ status: 200, body: { success: true, error: false } });
  expect(JSON.stringify(verified.body)).not.toContain(ticketIn(verified).split("=")[1]);

  const changed = await setPassword("WHOLE.PATH@shop.example", { cookie: ticketIn(verified) });
  expect(changed).toMatchObject({ status: 200, body: { message: "Your password was changed. Please log in with the new one." } });
  expect(changed.headers["set-cookie"]).toEqual([
    expect.stringMatching(/^device=[\w-]{43}; Path=\/api\/user; Max-Age=34560000; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^device=[\w-]{43}; Path=\/es\/api\/user;/),
    expect.stringMatching(/^reset_ticket=; Path=\/api\/user\/reset-password; Max-Age=0/),
    expect.stringMatching(/^reset_ticket=; Path=\/es\/api\/user\/reset-password; Max-Age=0/),
  ]);
  expect((await call(userDetails, undefined, { token })).status).toBe(401);
  expect((await call(refresh, undefined, { token: refreshToken })).status).toBe(401);
  expect(await canLogIn(user.email, PASSWORD)).toBe(false);
  const { body } = await call(login, { email: user.email, password: NEW });
  // Someone who knows the code reads the emails of the address.
  expect((await call(userDetails, undefined, { token: body.data.accesstoken })).body.data.verify_email).toBe(true);
  const { rows } = await pool.query("select kind from security_event where user_id = $1 order by id", [user._id]);
  expect(rows.map(({ kind }) => kind)).toEqual(["login", "reset-asked", "password-reset", "login-failed", "login"]);
});

test("ACC-6 resetting the password withdraws a pending change of email address", async () => {
  const { user, token } = await signUp(shop);
  const thief = "thief@shop.example";
  await call(updateUser, { name: user.name, mobile: "1234567", email: thief, password: PASSWORD }, { token });
  const link = /verify-email\?token=(\S+)/.exec((await shop.emailsTo(thief))[0]?.text ?? "")?.[1] ?? "";
  expect(link).not.toBe("");
  await setPassword(user.email, await getTicket(shop, user.email));
  expect((await call(verifyEmail, { token: link })).status).toBe(400);
  expect(await canLogIn(user.email, NEW)).toBe(true);
});

test("API-5 the ticket is an HttpOnly, SameSite cookie for one call in both languages, Secure behind https", async () => {
  const { user } = await signUp(shop);
  const { headers } = await tryCode(user.email, await askForCode(shop, user.email));
  expect(headers["set-cookie"]).toEqual([
    expect.stringMatching(/^reset_ticket=[\w-]{43}; Path=\/api\/user\/reset-password; Max-Age=900; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^reset_ticket=[\w-]{43}; Path=\/es\/api\/user\/reset-password; Max-Age=900; HttpOnly; SameSite=Strict$/),
  ]);
  const secure = await openTestShop({ PUBLIC_URL: "https://shop.example" });
  const other = (await signUp(secure)).user;
  const answer = await secure.call(verifyForgotPasswordOtp, { email: other.email, otp: await askForCode(secure, other.email) });
  const secured = expect.stringMatching(/^__Secure-reset_ticket=.*; Secure$/);
  expect(answer.headers["set-cookie"]).toEqual([secured, secured]);
  // Ignored under its plain name, which a page on http could have set.
  const ticket = ticketIn(answer);
  const set = (cookie: string) =>
    secure.call(resetPassword, { email: other.email, newPassword: NEW, confirmPassword: NEW }, { headers: { cookie } });
  expect((await set(ticket.replace("__Secure-", ""))).status).toBe(403);
  expect((await set(ticket)).status).toBe(200);
});

describe("a code", () => {
  test("is stored as a keyed hash; neither it nor the ticket is in the database", async () => {
    const { user } = await signUp(shop);
    await call(forgotPassword, { email: user.email });
    const queued = JSON.stringify((await pool.query("select payload from graphile_worker._private_jobs")).rows);
    const code = codeIn((await shop.emailsTo(user.email))[0]);
    const row = async () => (await pool.query("select * from password_reset where email = $1", [user.email])).rows[0];
    expect((await row()).code_hash).toMatch(/^[\da-f]{64}$/);
    // The digits of a hash may happen to contain the code, but never stand alone.
    expect(`${queued} ${JSON.stringify(Object.values(await row()))}`).not.toMatch(new RegExp(`(?<![\\da-f])${code}(?![\\da-f])`));
    const ticket = ticketIn(await tryCode(user.email, code)).split("=")[1]!;
    expect(JSON.stringify(await row())).not.toContain(ticket);
  });

  test("can be tried five times, then even the right one is refused", async () => {
    const { user } = await signUp(shop);
    const code = await askForCode(shop, user.email);
    for (let n = 0; n < CODE_TRIES; n++)
      expect(await tryCode(user.email, wrongCode(code, n))).toMatchObject({ status: 400, body: REFUSED });
    expect(await tryCode(user.email, code)).toMatchObject({ status: 400, body: REFUSED });

    const second = await askForCode(shop, user.email);
    for (let n = 1; n < CODE_TRIES; n++) await tryCode(user.email, wrongCode(second, n));
    expect((await tryCode(user.email, second)).status).toBe(200);
  });

  test("can be tried five times, even with fifty concurrent attempts", async () => {
    const { user } = await signUp(shop);
    const code = await askForCode(shop, user.email);
    const guesses = Array.from({ length: 50 }, (_, n) => tryCode(user.email, wrongCode(code, n)));
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([400]));
    const { rows } = await pool.query("select tries from password_reset where email = $1", [user.email]);
    expect(rows).toEqual([{ tries: CODE_TRIES }]);
    expect((await tryCode(user.email, code)).status).toBe(400);
  });

  test("used twice concurrently gives one ticket", async () => {
    const { user } = await signUp(shop);
    const code = await askForCode(shop, user.email);
    const answers = await Promise.all([1, 2, 3].map(() => tryCode(user.email, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });

  test("expires after ten minutes", async () => {
    const { user } = await signUp(shop);
    const code = await askForCode(shop, user.email);
    const { rows } = await pool.query("select extract(epoch from ends_at - now())::float8 as left from password_reset where email = $1", [
      user.email,
    ]);
    expect(rows[0].left).toBeGreaterThan(500);
    expect(rows[0].left).toBeLessThanOrEqual(600);
    await endNow(user.email);
    expect(await tryCode(user.email, code)).toMatchObject({ status: 400, body: REFUSED });
    await deleteOldResets(db);
    expect((await pool.query("select 1 from password_reset where email = $1", [user.email])).rowCount).toBe(0);
  });

  test("is invalid once another was requested, and so is its ticket", async () => {
    const { user } = await signUp(shop);
    const first = await askForCode(shop, user.email);
    const second = await askForCode(shop, user.email);
    expect((await tryCode(user.email, first === second ? wrongCode(first) : first)).status).toBe(400);
    const ticket = { cookie: ticketIn(await tryCode(user.email, second)) };
    await askForCode(shop, user.email);
    expect(await setPassword(user.email, ticket)).toMatchObject({ status: 403, body: { message: NO_TICKET } });
  });

  test("is valid only for its own email address", async () => {
    const [ana, eva] = [(await signUp(shop)).user, (await signUp(shop)).user];
    const code = await askForCode(shop, ana.email);
    const own = await askForCode(shop, eva.email);
    if (code !== own) expect((await tryCode(eva.email, code)).status).toBe(400);
  });

  test.each([["12345"], ["1234567"], ["12345a"], [""], ["１２３４５６"]])("%j is not a valid code", async (otp) => {
    expect(await tryCode("nobody@shop.example", otp)).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^otp /) } });
  });
});

describe("no one learns who has an account", () => {
  test("unknown, suspended and active accounts get the same response at every step", async () => {
    const known = (await signUp(shop)).user.email;
    const suspended = (await signUp(shop)).user.email;
    await pool.query("update user_account set status = 'Suspended' where email = $1", [suspended]);
    const told = async (email: string) => {
      const asked = await call(forgotPassword, { email });
      await shop.doJobs();
      const tried = [];
      for (let n = 0; n <= CODE_TRIES; n++) tried.push(await tryCode(email, "000000"));
      const set = await setPassword(email, { cookie: `reset_ticket=${"x".repeat(43)}` });
      return [asked, ...tried, set].map(({ status, body, headers }) => [status, body, headers["set-cookie"]]);
    };
    const of = { known: await told(known), suspended: await told(suspended), unknown: await told("stranger@shop.example") };
    expect(of.suspended).toEqual(of.known);
    expect(of.unknown).toEqual(of.known);
    expect(await shop.emailsTo(known)).toHaveLength(1);
    expect(await shop.emailsTo(suspended)).toEqual([]);
    expect(await shop.emailsTo("stranger@shop.example")).toEqual([]);
  });

  test("the response takes exactly the same work for an unknown address", async () => {
    const known = (await signUp(shop)).user.email;
    const work = await workOf(() => askAndTry(known));
    expect(work.passwordChecks).toBe(0);
    expect(work.statements.length).toBeGreaterThan(4);
    expect(await workOf(() => askAndTry("stranger@shop.example"))).toEqual(work);
    const [answer, other] = [await call(forgotPassword, { email: known }), await call(forgotPassword, { email: "nobody@shop.example" })];
    expect([answer.status, answer.body]).toEqual([other.status, other.body]);
  });

  test("an account suspended after the right code cannot set a password", async () => {
    const { user } = await signUp(shop);
    const ticket = await getTicket(shop, user.email);
    await pool.query("update user_account set status = 'Suspended' where id = $1", [user._id]);
    expect(await setPassword(user.email, ticket)).toMatchObject({ status: 403, body: { message: NO_TICKET } });
    await pool.query("update user_account set status = 'Active' where id = $1", [user._id]);
    expect(await canLogIn(user.email, PASSWORD)).toBe(true);
  });

  test("even the right code of an unknown address is useless", async () => {
    const email = "stranger2@shop.example";
    await call(forgotPassword, { email });
    const { rows } = await pool.query<{ id: string }>("select id from password_reset where email = $1", [email]);
    const verified = await tryCode(email, new ResetCodes(shop.shop.config.jwtSecret).codeOf(rows[0]!.id));
    expect(verified.status).toBe(200);
    expect(await setPassword(email, { cookie: ticketIn(verified) })).toMatchObject({ status: 403, body: { message: NO_TICKET } });
  });
});

describe("API-6 a ticket", () => {
  test("is required", async () => {
    const { user } = await signUp(shop);
    const { cookie } = await getTicket(shop, user.email);
    for (const wrong of ["", "reset_ticket=", cookie.slice(0, -1), `${cookie}x`, `x${cookie}`, cookie.replace("=", "=x")]) {
      expect(await setPassword(user.email, wrong ? { cookie: wrong } : {})).toMatchObject({ status: 403, body: { message: NO_TICKET } });
    }
    expect(await canLogIn(user.email, PASSWORD)).toBe(true);
    expect((await setPassword(user.email, { cookie: `theme=dark; ${cookie}` })).status).toBe(200);
  });

  test("works once", async () => {
    const { user } = await signUp(shop);
    const ticket = await getTicket(shop, user.email);
    expect((await setPassword(user.email, ticket)).status).toBe(200);
    expect(await setPassword(user.email, ticket, "the thief's own words")).toMatchObject({ status: 403 });
    expect(await canLogIn(user.email, NEW)).toBe(true);
  });

  test("works once even concurrently: the winner's password is set, and one email is sent", async () => {
    const { user } = await signUp(shop);
    const ticket = await getTicket(shop, user.email);
    const passwords = [1, 2, 3, 4].map((n) => `${NEW} ${n}`);
    const statuses = await Promise.all(passwords.map(async (one) => (await setPassword(user.email, ticket, one)).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403]);
    expect(await canLogIn(user.email, passwords[statuses.indexOf(200)]!)).toBe(true);
    const emails = await shop.emailsTo(user.email);
    expect(emails.filter(({ subject }) => subject === "Your password was changed")).toHaveLength(1);
  });

  test("of another email address is refused", async () => {
    const [ana, eva] = [(await signUp(shop)).user, (await signUp(shop)).user];
    const ticket = await getTicket(shop, ana.email);
    await getTicket(shop, eva.email);
    expect((await setPassword(eva.email, ticket)).status).toBe(403);
    expect(await canLogIn(eva.email, PASSWORD)).toBe(true);
    expect((await setPassword(ana.email, ticket)).status).toBe(200);
  });

  test("expires after 15 minutes", async () => {
    const { user } = await signUp(shop);
    const ticket = await getTicket(shop, user.email);
    await endNow(user.email);
    expect((await setPassword(user.email, ticket)).status).toBe(403);
  });

  test("ACC-5 remains valid if the new password is refused, with the specified message", async () => {
    const { user } = await signUp(shop);
    const headers = await getTicket(shop, user.email);
    const different = await call(resetPassword, { email: user.email, newPassword: NEW, confirmPassword: "another" }, { headers });
    expect(different).toMatchObject({ status: 400, body: { message: "New password and confirm password must be same." } });
    for (const weak of ["short", "password123", user.email]) {
      const refused = await setPassword(user.email, headers, weak);
      expect(refused).toMatchObject({ status: 400, body: { field: "newPassword" } });
    }
    expect((await setPassword(user.email, headers)).status).toBe(200);
  });
});
