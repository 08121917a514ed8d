import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getCart } from "#features/cart/contract.ts";
import { daily, setDelivery, slotsOf, zone } from "../../../tests/support/delivery.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop, piecesOf } from "../../../tests/support/paying-shop.ts";
import { PASSWORD, signUp } from "../../../tests/support/sign-up.ts";
import { login, refresh } from "#features/account/contract.ts";
import { VerificationTokens } from "#features/account/verification-token.ts";
import { RateLimit } from "../limits/rate-limit.ts";
import { databaseNow, readDatabaseTime } from "./clock.ts";

const DAY = 24 * 3_600_000;
const shop = await openPayingShop({ RATE_LIMIT: "on" });
const { db } = shop.shop.database;

beforeEach(() => readDatabaseTime(db));
afterEach(() => vi.useRealTimers());

/** Sets this process's clock only. */
const setClock = (aheadMs: number) => vi.useFakeTimers({ toFake: ["Date"], now: performance.timeOrigin + performance.now() + aheadMs });

describe.each([
  ["ahead", DAY],
  ["behind", -DAY],
])("while the web server's clock is a day %s", (_name, offset) => {
  test("the time is the database's", async () => {
    setClock(offset);
    const { rows } = await db.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);
    expect(Math.abs(databaseNow() - rows[0]!.ms)).toBeLessThan(2000);
  });

  test("people stay logged in, can log in, and can refresh their tokens", async () => {
    const { token, user } = await signUp(shop);
    setClock(offset);
    expect((await shop.call(getCart, undefined, { token })).status).toBe(200);
    const { body } = await shop.call(login, { email: user.email, password: PASSWORD });
    expect((await shop.call(getCart, undefined, { token: body.data.accesstoken })).status).toBe(200);
    const renewed = await shop.call(refresh, undefined, { token: body.data.refreshToken });
    expect(renewed.status).toBe(200);
    vi.useRealTimers();
    for (const late of [body.data.accesstoken, renewed.body.data.accessToken])
      expect((await shop.call(getCart, undefined, { token: late })).status).toBe(200);
  });

  test("an access token still expires after its 15 minutes", async () => {
    const { token } = await signUp(shop);
    setClock(offset);
    const later = performance.now() + 16 * 60_000;
    const clock = vi.spyOn(performance, "now").mockReturnValue(later);
    expect((await shop.call(getCart, undefined, { token })).status).toBe(401);
    clock.mockRestore();
  });

  test("links in emails work for seven days", async () => {
    const tokens = new VerificationTokens("a secret of thirty-two characters");
    const claims = { userId: "0123456789abcdef01234567", email: "ana@shop.example" };
    const before = await tokens.sign(claims);
    setClock(offset * 8);
    const meanwhile = await tokens.sign(claims);
    expect(await tokens.read(before)).toEqual(claims);
    vi.useRealTimers();
    expect(await tokens.read(meanwhile)).toEqual(claims);
  });

  test("limits neither restart nor last longer", async () => {
    const limit = new RateLimit(shop.shop, { name: `clock ${offset}`, tries: 1, seconds: 60 });
    await limit.count("before");
    setClock(offset);
    await expect(limit.count("before")).rejects.toMatchObject({
      status: 429,
      headers: { "retry-after": expect.stringMatching(/^[3-6]\d$/) },
    });
    await limit.count("meanwhile");
    vi.useRealTimers();
    await expect(limit.count("meanwhile")).rejects.toMatchObject({
      status: 429,
      headers: { "retry-after": expect.stringMatching(/^[3-6]\d$/) },
    });
    await expect(limit.check("meanwhile")).rejects.toMatchObject({ status: 429 });
  });

  test("the same delivery times can be chosen", async () => {
    await setDelivery(shop, { zones: [zone({ times: [daily(2)] })] });
    const before = await slotsOf(shop);
    setClock(offset);
    const meanwhile = await slotsOf(shop);
    vi.useRealTimers();
    // One may have closed by itself.
    expect([before, await slotsOf(shop)]).toContainEqual(meanwhile);
    await setDelivery(shop, { on: false });
  });

  test("pieces reserved for a payment stay reserved for half an hour", async () => {
    const rice = await addProduct(shop, { stock: 3 });
    const ana = await newPayer(shop);
    setClock(offset);
    await ana.create({ [rice]: 1 });
    await shop.doJobs();
    expect(await piecesOf(shop, rice)).toMatchObject({ stock: 2, reserved: 1 });
    const { rows } = await db.execute<{ minutes: number }>(sql`
      select round(extract(epoch from expires_at - now()) / 60)::int as minutes from payment_attempt where user_id = ${ana.user._id}`);
    expect(rows[0]!.minutes).toBe(30);
    const due = await db.execute<{ minutes: number }>(sql`
      select round(extract(epoch from run_at - now()) / 60)::int as minutes from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where identifier = 'payments.expire' order by j.id desc limit 1`);
    expect(due.rows[0]!.minutes).toBe(30);
  });
});
