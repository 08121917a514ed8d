import { afterAll, expect, test } from "vitest";
import { login, refresh } from "#features/account/contract.ts";
import { getCart } from "#features/cart/contract.ts";
import { productDetails, listCategories } from "#features/catalogue/contract.ts";
import { confirmPayPalPayment, createPayPalOrder } from "#features/payments/contract.ts";
import { forgotPassword, verifyForgotPasswordOtp } from "#features/reset/contract.ts";
import { ANSWERED } from "#server/log.ts";
import { emailsTo } from "../support/emails.ts";
import { fakeClock, noFakeClock } from "../support/fake-clock.ts";
import { addAddress, addProduct } from "../support/goods.ts";
import { callOver, makeBuyers, openBackdoor } from "../support/live-shop.ts";
import { checkBooks } from "../support/books.ts";
import { openProviderSandbox } from "../support/provider-sandbox.ts";
import { codeIn, ticketIn } from "../support/reset.ts";
import { openSharedDatabase } from "../support/shared-database.ts";
import { dataFolder, freePort, startShop, untilTrue } from "../support/shop-process.ts";
import { PASSWORD, signUp } from "../support/sign-up.ts";

const DAY_MS = 24 * 3_600_000;
const STOCK = 1000;
const REFRESH_TOKENS = "refresh_token t join session s on s.id = t.session_id where s.user_id = $1";

if (noFakeClock) console.log(`Skipped: ${noFakeClock}`);

const database = await openSharedDatabase();
const sandbox = await openProviderSandbox();
const data = dataFolder();
const settings = { DATA_DIR: data.path, ...database.env, ...sandbox.env };
const behind = openBackdoor(data.path, database.connection, settings);
const { pool } = behind.shop.database;
const clock = fakeClock();
afterAll(async () => {
  await behind.close();
  await database.drop();
  data.remove();
  clock.remove();
});

/** Minutes from now until times in the database, by its clock, in 3 minute steps. */
async function minutesUntil(time: string, from: string, userId: string): Promise<number[]> {
  const { rows } = await pool.query<{ minutes: number }>(
    `select distinct (round(extract(epoch from ${time} - now()) / 180) * 3)::int as minutes from ${from}`,
    [userId],
  );
  return rows.map(({ minutes }) => minutes);
}

for (const [offset, name] of [
  ["+1d", "ahead"],
  ["-1d", "behind"],
] as const)
  test.skipIf(noFakeClock)(
    `a web machine whose clock jumps a day ${name} goes on selling, and nothing lasts longer or shorter`,
    { timeout: 600_000 },
    async () => {
      clock.jumpTo("+0");
      const shop = await startShop({ ...settings, ...clock.env, PORT: await freePort(), LOG_LEVEL: "info" });
      const call: typeof callOver = (_url, ...rest) => callOver(shop.url, ...rest);
      const rice = await addProduct(behind, { stock: STOCK });
      const ana = await signUp(behind);
      const addressId = await addAddress(behind, ana.user._id);
      const buy = { list_items: [{ productId: rice, quantity: 1 }], addressId };
      const before = (await call("", createPayPalOrder, buy, { token: ana.token })).body.orderId;
      await call("", forgotPassword, { email: ana.user.email });
      await untilTrue(async () => (await emailsTo(data.path, ana.user.email)).length > 0);
      const code = codeIn((await emailsTo(data.path, ana.user.email))[0]);
      const etag = (await fetch(shop.url + listCategories.path)).headers.get("etag") ?? "";
      // Empty before the first minute.
      const schedule = "select coalesce(max(last_execution)::text, '') as at from graphile_worker._private_known_crontabs";
      const lastRun = (await pool.query<{ at: string }>(schedule)).rows[0]!.at;

      clock.jumpTo(offset);
      const date = async () => Date.parse((await fetch(`${shop.url}/healthz`)).headers.get("date") ?? "");
      await untilTrue(async () => Math.abs((await date()) - Date.now()) > DAY_MS - 60_000);

      // Sessions and tokens of before and of now.
      expect((await call("", getCart, {}, { token: ana.token })).status).toBe(200);
      const session = (await call("", login, { email: ana.user.email, password: PASSWORD })).body.data;
      const { status, body } = await call("", refresh, {}, { token: session.refreshToken });
      expect(status).toBe(200);
      for (const token of [session.accesstoken, body.data.accessToken]) {
        expect((await call("", getCart, {}, { token })).status).toBe(200);
        // Another machine takes it too, whose clock is right.
        expect(await behind.shop.identify(token)).toMatchObject({ userId: ana.user._id });
      }
      expect(await minutesUntil("expires_at", REFRESH_TOKENS, ana.user._id)).toHaveLength(1);

      // Payments begun before and now.
      await sandbox.payer(before, "approve");
      expect((await call("", confirmPayPalPayment, { orderId: before }, { token: ana.token })).status).toBe(200);
      const now = (await call("", createPayPalOrder, buy, { token: ana.token })).body.orderId;
      expect(await minutesUntil("expires_at", "payment_attempt where user_id = $1 and status = 'OPEN'", ana.user._id)).toEqual([30]);
      await sandbox.payer(now, "approve");
      expect((await call("", confirmPayPalPayment, { orderId: now }, { token: ana.token })).status).toBe(200);

      // Codes of before and of now.
      const verified = await call("", verifyForgotPasswordOtp, { email: ana.user.email, otp: code });
      expect([verified.status, ticketIn(verified)]).toEqual([200, expect.stringContaining("=")]);

      // Jobs go on: the email about an order, and what is scheduled every minute.
      const [buyer] = await makeBuyers(behind, 1);
      expect((await buyer!.order(shop.url, [[rice, 1]])).status).toBe(200);
      await untilTrue(async () => {
        const { rows } = await pool.query("select 1 from graphile_worker._private_jobs where run_at <= now()");
        return rows.length === 0;
      });
      await untilTrue(async () => (await pool.query<{ at: string }>(schedule)).rows[0]!.at > lastRun, 180_000);

      // Cached responses are neither stale nor lost.
      const cached = await fetch(shop.url + listCategories.path, { headers: { "if-none-match": etag } });
      expect(cached.status).toBe(304);
      expect((await call("", productDetails, { productId: rice })).body.data.stock).toBe(STOCK - 3);
      expect((await buyer!.order(shop.url, [[rice, 1]])).status).toBe(200);
      expect((await call("", productDetails, { productId: rice })).body.data.stock).toBe(STOCK - 4);

      // The log goes on, in the order of events.
      const answered = () =>
        shop
          .output()
          .split("\n")
          .filter((line) => line.includes(ANSWERED));
      await untilTrue(() => answered().at(-1)?.includes(productDetails.path) ?? false);
      expect(await shop.stop()).toBe(0);
      await checkBooks(behind, STOCK);
    },
  );
