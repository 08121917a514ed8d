import { createHash } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { noteDatabaseTime } from "#server/db/clock.ts";
import { makeAdmin, signUp } from "../../../../tests/support/sign-up.ts";
import { openTestShop } from "../../../../tests/support/test-shop.ts";
import { keyFor } from "./access-token.ts";
import { logout, refresh, userDetails } from "../contract.ts";
import { BY_THE_SHOP } from "../security-events.ts";
import { deleteOldSessions } from "./session-store.ts";
import { Sessions } from "./sessions.ts";

/** Moves the database's time, as this process knows it. */
const itIsIn = (ms: number) => noteDatabaseTime(Date.now() + ms, performance.now());

const shop = await openTestShop();
const { call } = shop;
const { pool } = shop.shop.database;
const secret = shop.shop.config.jwtSecret;

const renew = (token: string | undefined) => call(refresh, undefined, { token });
const statusWith = async (token: string) => (await call(userDetails, undefined, { token })).status;
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
const usedBefore = (token: string, seconds: number) =>
  pool.query("update refresh_token set used_at = now() - make_interval(secs => $2) where hash = $1", [hashOf(token), seconds]);

const beganBefore = (userId: string, ago: string) =>
  pool.query("update session set created_at = now() - $2::interval where user_id = $1", [userId, ago]);
const usedLast = (userId: string, ago: string) =>
  pool.query("update session set used_at = now() - $2::interval where user_id = $1", [userId, ago]);

describe("an access token", () => {
  test("names the user and the session and is valid for 15 minutes", async () => {
    const { user, token } = await signUp(shop);
    const claims = claimsOf(token);
    expect(Object.keys(claims).sort()).toEqual(["exp", "iat", "sid", "sub"]);
    expect(claims.sub).toBe(user._id);
    expect(claims.exp - claims.iat).toBe(15 * 60);
  });

  test("ACC-10 is refused once expired; logging out with it still ends the session", async () => {
    const { token, refreshToken } = await signUp(shop);
    onTestFinished(() => itIsIn(0));
    itIsIn(14.9 * 60_000);
    expect(await statusWith(token)).toBe(200);
    itIsIn(15.3 * 60_000);
    expect(await statusWith(token)).toBe(401);
    expect((await call(logout, undefined, { token })).status).toBe(200);
    itIsIn(0);
    expect(await statusWith(token)).toBe(401);
    expect((await renew(refreshToken)).status).toBe(401);
  });

  test.each(["Inactive", "Suspended"])(
    "API-32 of a user who is %s is refused immediately, and valid again once they are active",
    async (status) => {
      const { user, token, refreshToken } = await signUp(shop);
      await pool.query("update user_account set status = $2 where id = $1", [user._id, status]);
      expect(await statusWith(token)).toBe(401);
      expect((await renew(refreshToken)).status).toBe(401);
      await pool.query("update user_account set status = 'Active' where id = $1", [user._id]);
      expect(await statusWith(token)).toBe(200);
    },
  );

  test("API-32 of a former admin says USER on the next request", async () => {
    const { user, token } = await makeAdmin(shop);
    expect(await shop.shop.identify(token)).toMatchObject({ role: "ADMIN" });
    await pool.query("update user_account set role = 'USER' where id = $1", [user._id]);
    expect(await shop.shop.identify(token)).toMatchObject({ role: "USER", userId: user._id });
  });
});

test("however often one access token is sent at once, its session is read a few times, and not from before a logout", async () => {
  const { user, token } = await signUp(shop);
  const query = vi.spyOn(pool, "query");
  const visitors = await Promise.all(Array.from({ length: 60 }, () => shop.shop.identify(token)));
  expect(visitors.map((visitor) => visitor?.userId)).toEqual(Array<string>(60).fill(user._id));
  expect(query.mock.calls.length).toBeLessThanOrEqual(5);
  query.mockRestore();
  const early = Array.from({ length: 10 }, () => shop.shop.identify(token));
  await call(logout, undefined, { token });
  expect(await Promise.all([shop.shop.identify(token), ...Array.from({ length: 10 }, () => shop.shop.identify(token))])).toEqual(
    Array<null>(11).fill(null),
  );
  await Promise.all(early);
});

test("a session does not start if the password changed or the account was suspended during login", async () => {
  const sessions = new Sessions(shop.shop);
  const begin = () => shop.shop.database.transact(({ tx }) => sessions.begin(tx, compared, BY_THE_SHOP));
  const { user } = await signUp(shop);
  const { rows } = await pool.query<{ password_hash: string }>("select password_hash from user_account where id = $1", [user._id]);
  const compared = { id: user._id, passwordHash: rows[0]!.password_hash };
  await pool.query("update user_account set status = 'Suspended' where id = $1", [user._id]);
  await expect(begin()).rejects.toMatchObject({ status: 401 });
  await pool.query("update user_account set status = 'Active', password_hash = 'a new one' where id = $1", [user._id]);
  await expect(begin()).rejects.toMatchObject({ status: 401 });
  expect(await pool.query("select 1 from session where user_id = $1", [user._id])).toMatchObject({ rowCount: 1 });
});

describe("a refresh token", () => {
  test("API-7 is exchanged for an access token and its successor", async () => {
    const { refreshToken } = await signUp(shop);
    const { status, body, headers } = await renew(refreshToken);
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    expect(Object.keys(body.data)).toEqual(["accessToken", "refreshToken"]);
    expect(await statusWith(body.data.accessToken)).toBe(200);
    expect(body.data.refreshToken).not.toBe(refreshToken);
    expect((await renew(body.data.refreshToken)).status).toBe(200);
  });

  test("is 256 random bits, of which the database stores a hash", async () => {
    const { refreshToken } = await signUp(shop);
    expect(Buffer.from(refreshToken, "base64url")).toHaveLength(32);
    const successor = (await renew(refreshToken)).body.data.refreshToken;
    expect(Buffer.from(successor, "base64url")).toHaveLength(32);
    const { rows } = await pool.query<{ all: string }>("select json_agg(t)::text as all from refresh_token t");
    expect(rows[0]!.all).toContain(hashOf(successor));
    for (const token of [refreshToken, successor]) expect(rows[0]!.all).not.toContain(token);
  });

  test("ACC-10 used by parallel tabs returns the same successor to all of them", async () => {
    const { refreshToken } = await signUp(shop);
    const answers = await Promise.all(Array.from({ length: 8 }, () => renew(refreshToken)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.refreshToken)).size).toBe(1);
    await usedBefore(refreshToken, 9);
    expect((await renew(refreshToken)).body.data.refreshToken).toBe(answers[0]!.body.data.refreshToken);
    expect((await renew(answers[0]!.body.data.refreshToken)).status).toBe(200);
  });

  test("reused after 10 seconds ends its whole family with its access tokens, and no other session", async () => {
    const { user, token, refreshToken } = await signUp(shop);
    const other = await signUp(shop);
    const thief = (await renew(refreshToken)).body.data;
    const later = (await renew(thief.refreshToken)).body.data;
    await usedBefore(refreshToken, 11);
    expect((await renew(refreshToken)).status).toBe(401);
    for (const access of [token, thief.accessToken, later.accessToken]) expect(await statusWith(access)).toBe(401);
    for (const stolen of [thief.refreshToken, later.refreshToken]) expect((await renew(stolen)).status).toBe(401);
    expect(await pool.query("select 1 from session where user_id = $1 and revoked_at is null", [user._id])).toMatchObject({ rowCount: 0 });
    expect(await statusWith(other.token)).toBe(200);
  });

  test("is valid for 30 days, and each use extends the session", async () => {
    const { refreshToken } = await signUp(shop);
    const daysLeft = async (token: string) =>
      (
        await pool.query<{ days: number }>(
          "select extract(epoch from expires_at - now())::float8 / 86400 as days from refresh_token where hash = $1",
          [hashOf(token)],
        )
      ).rows[0]!.days;
    expect(await daysLeft(refreshToken)).toBeCloseTo(30, 2);
    await pool.query("update refresh_token set expires_at = now() + interval '1 minute' where hash = $1", [hashOf(refreshToken)]);
    const next = (await renew(refreshToken)).body.data.refreshToken;
    expect(await daysLeft(next)).toBeCloseTo(30, 2);
    await pool.query("update refresh_token set expires_at = now() where hash = $1", [hashOf(next)]);
    expect((await renew(next)).status).toBe(401);
  });

  test("of a session that began 90 days ago is refused, however often it was used, and so is its access token", async () => {
    const { user, token, refreshToken } = await signUp(shop);
    await beganBefore(user._id, "89 days 23 hours");
    const next = (await renew(refreshToken)).body.data.refreshToken;
    expect(await statusWith(token)).toBe(200);
    await beganBefore(user._id, "90 days 1 minute");
    expect(await statusWith(token)).toBe(401);
    expect((await renew(next)).status).toBe(401);
  });

  test("of an admin is refused after 12 hours without use, a shopper's is not", async () => {
    const [admin, shopper] = [await makeAdmin(shop), await signUp(shop)];
    for (const { user } of [admin, shopper]) await usedLast(user._id, "11 hours 59 minutes");
    const [admins, shoppers] = [await renew(admin.refreshToken), await renew(shopper.refreshToken)];
    expect([admins.status, shoppers.status]).toEqual([200, 200]);
    for (const { user } of [admin, shopper]) await usedLast(user._id, "12 hours 1 minute");
    expect(await statusWith(admin.token)).toBe(401);
    expect((await renew(admins.body.data.refreshToken)).status).toBe(401);
    expect((await renew(shoppers.body.data.refreshToken)).status).toBe(200);
  });

  test.each([undefined, "nonsense", "x".repeat(5000), "' or 1=1 --"])("that the shop never issued is a 401: %s", async (token) => {
    expect(await renew(token)).toMatchObject({ status: 401, body: { success: false, error: true } });
  });
});

const draft = (sid: unknown, alg = "HS256") => new SignJWT({ sid }).setProtectedHeader({ alg });

describe("tokens are not interchangeable", () => {
  test("access tokens, refresh tokens and hashes are refused instead of each other", async () => {
    const { token, refreshToken } = await signUp(shop);
    expect(await statusWith(refreshToken)).toBe(401);
    expect((await call(logout, undefined, { token: refreshToken })).status).toBe(401);
    expect((await renew(token)).status).toBe(401);
    expect((await renew(hashOf(refreshToken))).status).toBe(401);
    expect(await statusWith(token)).toBe(200);
  });

  test("a token that is unsigned, altered, or signed with another secret, algorithm or purpose is refused", async () => {
    const { user, token } = await signUp(shop);
    const victim = await makeAdmin(shop);
    const { sid } = claimsOf(token);
    const whole = (alg?: string) => draft(sid, alg).setSubject(user._id).setIssuedAt().setExpirationTime("5m");
    const key = keyFor("access token", secret);
    const [header, payload, signature] = token.split(".") as [string, string, string];
    const swapped = Buffer.from(JSON.stringify({ ...claimsOf(token), sub: victim.user._id, sid: claimsOf(victim.token).sid })).toString(
      "base64url",
    );
    const none = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
    const forged = [
      new UnsecuredJWT({ sid }).setSubject(user._id).setExpirationTime("5m").encode(),
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${swapped}.${signature}`,
      `${header}.${payload}.`,
      await whole().sign(Buffer.from("another secret, which is long enough to sign")),
      await whole().sign(Buffer.from(secret)),
      await whole().sign(keyFor("refresh token", secret)),
      await whole("HS512").sign(Buffer.concat([key.export(), key.export()])),
    ];
    for (const wrong of forged) {
      expect(await statusWith(wrong)).toBe(401);
      expect((await call(logout, undefined, { token: wrong })).status).toBe(401);
    }
    expect(await statusWith(token)).toBe(200);
    expect(await statusWith(await whole().sign(key))).toBe(200); // so the refusals above are for their reasons
  });

  test("a correctly signed token needs an expiry, a user and a session of that user", async () => {
    const ana = await signUp(shop);
    const eva = await signUp(shop);
    const key = keyFor("access token", secret);
    const wrong = [
      await draft(claimsOf(ana.token).sid).setSubject(eva.user._id).setExpirationTime("5m").sign(key),
      await draft(claimsOf(ana.token).sid).setSubject(ana.user._id).sign(key),
      await draft(claimsOf(ana.token).sid).setExpirationTime("5m").sign(key),
      await draft(7).setSubject(ana.user._id).setExpirationTime("5m").sign(key),
    ];
    for (const token of wrong) expect(await statusWith(token)).toBe(401);
  });
});

/** How many sessions and refresh tokens of a person there are. */
const rowsOf = async (userId: string) => {
  const { rows: sessions } = await pool.query("select id from session where user_id = $1", [userId]);
  const { rows: tokens } = await pool.query("select 1 from refresh_token t join session s on s.id = t.session_id where user_id = $1", [
    userId,
  ]);
  return [sessions.length, tokens.length];
};

describe("cleanup", () => {
  test("deletes sessions that ended a day ago or were unused for 30 days, and expired refresh tokens", async () => {
    const [used, ended, idle] = [await signUp(shop), await signUp(shop), await signUp(shop)];
    const { refreshToken } = (await renew(used.refreshToken)).body.data;
    await call(logout, undefined, { token: ended.token });
    await deleteOldSessions(shop.shop.database.db);
    expect([await rowsOf(used.user._id), await rowsOf(ended.user._id), await rowsOf(idle.user._id)]).toEqual([
      [1, 2],
      [1, 1],
      [1, 1],
    ]);
    await pool.query("update refresh_token set expires_at = now() where hash = $1", [hashOf(used.refreshToken)]);
    await pool.query("update session set revoked_at = now() - interval '25 hours' where user_id = $1", [ended.user._id]);
    await usedLast(idle.user._id, "31 days");
    await deleteOldSessions(shop.shop.database.db);
    expect([await rowsOf(used.user._id), await rowsOf(ended.user._id), await rowsOf(idle.user._id)]).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
    expect((await renew(refreshToken)).status).toBe(200);
  });

  test("finds what to delete through an index", async () => {
    const client = await pool.connect();
    await client.query("set enable_seqscan = off");
    for (const [index, query] of [
      ["session_by_use", "select ctid from session where used_at < now() - interval '30 days' limit 500"],
      ["session_by_end", "select ctid from session where revoked_at < now() - interval '1 day' limit 500"],
      ["refresh_token_by_end", "select ctid from refresh_token where expires_at < now() limit 5000"],
      ["known_place_by_age", "select ctid from known_place where used_at < now() - interval '400 days' limit 5000"],
    ] as const) {
      const { rows: plan } = await client.query(`explain ${query}`);
      expect(JSON.stringify(plan)).toContain(index);
    }
    client.release(true);
  });
});
