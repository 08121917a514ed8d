import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getTicket } from "../../../../tests/support/reset.ts";
import { PASSWORD, signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { resetPassword } from "../../reset/contract.ts";
import { changePassword, deleteAccount } from "../../security/contract.ts";
import { login, register } from "../contract.ts";
import { deleteOldPlaces } from "./known-place-store.ts";

const shop = await openTestShop({ RATE_LIMIT: "on", TRUST_PROXY: "127.0.0.1" });
const { call } = shop;
const { pool, db } = shop.shop.database;

afterEach(async () => {
  await pool.query("truncate rate_limit");
});

const HOME = "203.0.113.1";
const headers = (ip: string, cookie = "") => ({ headers: { "x-forwarded-for": ip, cookie, "user-agent": "Firefox/140.0 on Windows" } });
const logIn = (email: string, ip: string, { password = PASSWORD, cookie = "" } = {}) =>
  call(login, { email, password }, headers(ip, cookie));
const deviceIn = (answer: { headers: Record<string, unknown> }) => String(answer.headers["set-cookie"]).split(";")[0]!;
const cookiesIn = (answer: { headers: Record<string, unknown> }) => ({ cookie: deviceIn(answer), set: answer.headers["set-cookie"] });
const subjectsTo = async (email: string) => (await shop.emailsTo(email)).map(({ subject }) => subject);
const placesOf = async (userId: string) =>
  (await pool.query("select key from known_place where user_id = $1 order by key", [userId])).rows.map(({ key }) => key as string);

test("a login sets a cookie that neither scripts nor other sites can read, and only its hash is stored", async () => {
  const { user } = await signUp(shop);
  const answer = await logIn(user.email, HOME);
  const { cookie, set } = cookiesIn(answer);
  // Browsers send a cookie only to paths below its own.
  expect(set).toEqual(["/api/user", "/es/api/user"].map((path) => `${cookie}; Path=${path}; Max-Age=34560000; HttpOnly; SameSite=Strict`));
  expect(cookie).toMatch(/^device=[\w-]{43}$/);
  const places = await placesOf(user._id);
  expect(places).toEqual([expect.stringMatching(/^device [\da-f]{64}$/), `network ${HOME}`]);
  expect(places.join()).not.toContain(deviceIn(answer).slice("device=".length));

  const secure = await openTestShop({ PUBLIC_URL: "https://shop.example" });
  const other = (await signUp(secure)).user;
  const there = await secure.call(login, { email: other.email, password: PASSWORD });
  expect(cookiesIn(there).set).toEqual([expect.stringMatching(/; Secure$/), expect.stringMatching(/; Secure$/)]);
});

test("a browser keeps its cookie across logins and never receives one chosen by someone else", async () => {
  const { user } = await signUp(shop);
  const cookie = deviceIn(await logIn(user.email, HOME));
  expect(deviceIn(await logIn(user.email, HOME, { cookie }))).toBe(cookie);
  const thief = (await signUp(shop)).user;
  const planted = deviceIn(await logIn(thief.email, HOME));
  expect(deviceIn(await logIn(user.email, HOME, { cookie: planted }))).not.toBe(planted);
});

/** Wrong passwords until the account takes no more from strangers. */
async function besiege(email: string): Promise<void> {
  await logIn(email, "198.51.100.1", { password: "wrong" });
  await pool.query("update rate_limit set points = 1000 where key like 'login-account:%'");
  expect((await logIn(email, "198.51.100.2")).status).toBe(429);
}

describe("strangers cannot lock the owner out", () => {
  test("of a browser or network that has logged in before", async () => {
    const { user } = await signUp(shop);
    const cookie = deviceIn(await logIn(user.email, HOME));
    await besiege(user.email);
    expect((await logIn(user.email, HOME)).status).toBe(200);
    expect((await logIn(user.email, "198.51.100.3", { cookie })).status).toBe(200);
  });

  test("of a browser, even from the same network", async () => {
    const { user } = await signUp(shop);
    const cookie = deviceIn(await logIn(user.email, HOME));
    for (let n = 0; n < 11; n++) await logIn(user.email, HOME, { password: "wrong" });
    expect((await logIn(user.email, HOME)).status).toBe(429);
    await pool.query("update rate_limit set points = 1000 where key like 'login-address:%'");
    expect((await logIn(user.email, HOME, { cookie })).status).toBe(200);
  });

  test("of a known IPv6 network, from the same /48", async () => {
    const { user } = await signUp(shop);
    await logIn(user.email, "2001:db8:7:1::1");
    for (let n = 2; n < 24; n++) await logIn(user.email, `2001:db8:7:${n}::1`, { password: "wrong" });
    await pool.query("update rate_limit set points = 5000 where key like 'login-address-48:%'");
    expect((await logIn(user.email, "2001:db8:7:30::1")).status).toBe(429);
    expect((await logIn(user.email, "2001:db8:7:1::2")).status).toBe(200);
  });

  test("but guesses from there are limited too, per quarter of an hour and per day", async () => {
    const { user } = await signUp(shop);
    const cookie = deviceIn(await logIn(user.email, HOME));
    const guess = () => logIn(user.email, "198.51.100.4", { password: "wrong", cookie });
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    await pool.query("delete from rate_limit where key like 'login-place-wrong:%'");
    await pool.query("update rate_limit set points = 100 where key like 'login-place-day:%'");
    expect((await guess()).headers["retry-after"]).toMatch(/^8\d{4}$/);
    const other = (await signUp(shop)).user;
    expect((await logIn(other.email, "198.51.100.4", { cookie })).status).toBe(200);
  });

  test("correct logins from one browser are limited as well", async () => {
    const { user } = await signUp(shop);
    const cookie = deviceIn(await logIn(user.email, HOME));
    expect((await logIn(user.email, HOME, { cookie })).status).toBe(200);
    await pool.query("update rate_limit set points = 60 where key like 'login-device:%'");
    expect((await logIn(user.email, HOME, { cookie })).status).toBe(429);
  });

  test("a cookie of another account, or a made-up one, counts as a stranger's", async () => {
    const [{ user }, { user: other }] = [await signUp(shop), await signUp(shop)];
    const cookie = deviceIn(await logIn(other.email, "198.51.100.9"));
    await besiege(user.email);
    for (const wrong of [cookie, `device=${"x".repeat(43)}`, "device=", "device"])
      expect((await logIn(user.email, "198.51.100.9", { cookie: wrong })).status).toBe(429);
  });

  test("with a whole IPv6 /48: it is blocked before the account's limit is reached", async () => {
    const { user } = await signUp(shop);
    const statuses = [];
    for (let n = 0; n < 24; n++) statuses.push((await logIn(user.email, `2001:db8:5:${n}::1`, { password: "wrong" })).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect((await logIn(user.email, "2001:db8:6::1")).status).toBe(200);
  });
});

describe("a new password turns every other known place into a stranger", () => {
  const NEW = "a larder full of jam";

  test("when set with a code", async () => {
    const { user } = await signUp(shop);
    const old = deviceIn(await logIn(user.email, HOME));
    const ticket = await getTicket(shop, user.email);
    const body = { email: user.email, newPassword: NEW, confirmPassword: NEW };
    const answer = await call(resetPassword, body, headers("203.0.113.2", ticket.cookie));
    expect(await placesOf(user._id)).toEqual([expect.stringMatching(/^device /), "network 203.0.113.2"]);
    const [cookie = ""] = (answer.headers["set-cookie"] as string[]).map((one) => one.split(";")[0]!);
    expect(deviceIn(await logIn(user.email, HOME, { password: NEW, cookie }))).toBe(cookie);
    expect(deviceIn(await logIn(user.email, HOME, { password: NEW, cookie: old }))).not.toBe(old);
  });

  test("when set in the account", async () => {
    const { user, token } = await signUp(shop);
    await logIn(user.email, HOME);
    const body = { password: PASSWORD, newPassword: NEW, confirmPassword: NEW };
    await call(changePassword, body, { token, ...headers("203.0.113.2") });
    expect(await placesOf(user._id)).toEqual([expect.stringMatching(/^device /), "network 203.0.113.2"]);
  });
});

test("places are deleted with the account, after 400 days without use, and beyond the 50 most recent", async () => {
  const { user, token } = await signUp(shop);
  await pool.query(
    "insert into known_place (user_id, key, used_at) select $1, 'network n' || n, now() - make_interval(days => 300 + n) from generate_series(1, 101) n",
    [user._id],
  );
  await deleteOldPlaces(db);
  expect(await placesOf(user._id)).toHaveLength(99);
  await logIn(user.email, HOME);
  const places = await placesOf(user._id);
  expect(places).toHaveLength(50);
  expect(places).toContain(`network ${HOME}`);
  await call(deleteAccount, { password: PASSWORD }, { token });
  expect(await placesOf(user._id)).toEqual([]);
});

describe("an email reports a login from a new device", () => {
  beforeEach(async () => {
    await pool.query("truncate rate_limit");
  });

  test("but not the first login after registration, nor the same browser again", async () => {
    const person = { name: "Ana", email: "first@shop.example", password: PASSWORD, confirmPassword: PASSWORD };
    await call(register, person);
    const cookie = deviceIn(await logIn(person.email, HOME));
    await logIn(person.email, "198.51.100.1", { cookie });
    expect(await subjectsTo(person.email)).toEqual(["Confirm your email address"]);
  });

  test("with the device, the time and what to do", async () => {
    const { user } = await signUp(shop, { name: "Ana Alert" });
    await pool.query("update user_account set verify_email = true where id = $1", [user._id]);
    await logIn(user.email, HOME);
    await logIn(user.email, "198.51.100.1", { password: "wrong" });
    expect(await subjectsTo(user.email)).toEqual([]);
    await logIn(user.email, "198.51.100.1");
    const [email] = await shop.emailsTo(user.email);
    expect(email?.subject).toBe("New login to your account");
    expect(email?.text).toContain("Hello Ana Alert,");
    expect(email?.text).toMatch(/Device: Firefox on Windows\nTime: \w+ \d+, \d{4} at .* UTC\n/);
    expect(email?.text).toContain(`${shop.shop.config.publicUrl}/forgot-password`);
  });

  test("at most ten times a day", async () => {
    const { user } = await signUp(shop);
    await pool.query("update user_account set verify_email = true where id = $1", [user._id]);
    for (let n = 0; n < 13; n++) await logIn(user.email, `198.51.100.${n}`);
    expect(await subjectsTo(user.email)).toHaveLength(10);
  });
});
