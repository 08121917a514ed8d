import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changingShop } from "../../../../tests/support/changing-shop.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop } from "../../../../tests/support/paying-shop.ts";
import { unexpectedAnswer } from "../notes.ts";
import { Unanswered } from "../providers/provider.ts";
import { makeProviders } from "../providers/providers.ts";
import { reconcile } from "./reconcile.ts";
import { moveBackPayments, readAttempt } from "../store.ts";

const shop = await openPayingShop();

test("if a provider does not answer, each round asks about as many payments as fit, and the next round about the others", async () => {
  const rice = await addProduct(shop, { stock: 10 });
  for (let n = 0; n < 4; n++) await (await newPayer(shop)).approve({ [rice]: 1 });
  await shop.shop.database.db.execute(sql`update payment_attempt set created_at = now() - interval '3 minutes'`);
  const asked: string[] = [];
  const providers = makeProviders(shop.shop);
  const [paypal, culqi] = [await providers("paypal"), await providers("culqi")];
  const silent = {
    ...paypal!,
    async read({ id }: { id: string }): Promise<never> {
      asked.push(id);
      throw new Unanswered(unexpectedAnswer("Culqi", 503));
    },
  };
  // Each round has time for one.
  for (let round = 1; round <= 4; round++) {
    await reconcile(shop.shop, async (name) => (name === "paypal" ? silent : culqi), 0);
    expect(asked).toHaveLength(round);
  }
  expect(new Set(asked).size).toBe(4);
});

/** Makes pending refunds and differences, two of each, and an approved payment. @returns a provider that answers nothing, and what it was asked about */
async function pendingShop() {
  const { paidOrder } = changingShop(shop);
  const figs = await addProduct(shop, { stock: 50, price: 4 });
  for (let n = 0; n < 2; n++) {
    const order = await paidOrder({ [figs]: 3 });
    await shop.sandbox.fault("paypal", { operation: "refund", effect: "pending", times: 0 });
    await order.change({ [figs]: 2 });
    await shop.doJobs();
    await order.cancel();
    await shop.doJobs();
    await shop.sandbox.clearFaults();
  }
  await (await newPayer(shop)).approve({ [figs]: 1 });
  const paypal = (await makeProviders(shop.shop)("paypal"))!;
  const asked = { payments: 0, refunds: [] as string[] };
  const silent = {
    ...paypal,
    async read(): Promise<never> {
      asked.payments++;
      throw new Unanswered(unexpectedAnswer("PayPal", 503));
    },
    async readRefund(ref: string): Promise<never> {
      asked.refunds.push(ref);
      throw new Unanswered(unexpectedAnswer("PayPal", 503));
    },
  };
  return { asked, silent };
}

test("if a provider does not answer about payments, it is still asked about refunds, and none is marked as checked without being asked", async () => {
  const { db } = shop.shop.database;
  const { asked, silent } = await pendingShop();
  await db.execute(sql`update payment_attempt set created_at = now() - interval '3 minutes', checked_at = null`);
  for (const table of [sql`payment_refund`, sql`payment_difference`])
    await db.execute(sql`update ${table} set checked_at = now() - interval '2 hours'`);
  // No time is left for anything but the first of each.
  await reconcile(shop.shop, async () => silent, 0);
  expect([asked.payments, asked.refunds.length]).toEqual([1, 2]);
  await reconcile(shop.shop, async () => silent, 0);
  expect(new Set(asked.refunds).size).toBe(4);
});

test("what was checked while the database's clock was a day ahead is checked again at once, and only once", async () => {
  const { db } = shop.shop.database;
  const { asked, silent } = await pendingShop();
  await db.execute(sql`update payment_attempt set created_at = now() - interval '3 minutes'`);
  for (const table of [sql`payment_attempt`, sql`payment_refund`, sql`payment_difference`])
    await db.execute(sql`update ${table} set checked_at = now() + interval '1 day'`);
  const { rows } = await db.execute<{ payments: number; refunds: number }>(sql`
    select (select count(*) from payment_attempt where status in ('OPEN', 'EXPIRED', 'CANCELLED', 'REPLACED') and provider_ref is not null)::int as payments,
      ((select count(*) from payment_refund where status = 'PENDING') + (select count(*) from payment_difference where status = 'PENDING'))::int as refunds`);
  for (let round = 0; round < 2; round++) await reconcile(shop.shop, async () => silent);
  expect([asked.payments, asked.refunds.length]).toEqual([rows[0]!.payments, rows[0]!.refunds]);
  expect(rows[0]!.payments).toBeGreaterThan(0);
  expect(new Set(asked.refunds).size).toBeGreaterThanOrEqual(4);
});

test("a charge that began while the database's clock was a day ahead counts as begun now, once the clock is right", async () => {
  const { db } = shop.shop.database;
  const beans = await addProduct(shop, { stock: 10 });
  const ref = await (await newPayer(shop)).approve({ [beans]: 1 });
  const { rows } = await db.execute<{ id: string }>(sql`
    update payment_attempt set status = 'CAPTURING', capturing_since = now() + interval '1 day' where provider_ref = ${ref} returning id`);
  await moveBackPayments(db);
  const { capturingSeconds, secondsLeft } = (await readAttempt(db, rows[0]!.id))!;
  expect([capturingSeconds! >= 0, capturingSeconds! < 60, secondsLeft > 60]).toEqual([true, true, true]);
});

test("a reservation made while the database's clock was a day ahead lasts as long as any other", async () => {
  const beans = await addProduct(shop, { stock: 10 });
  await (await newPayer(shop)).approve({ [beans]: 1 });
  const ahead = sql`created_at = created_at + interval '1 day', expires_at = expires_at + interval '1 day'`;
  await shop.shop.database.db.execute(
    sql`update payment_attempt set ${ahead} where status = 'OPEN' and lines @> ${JSON.stringify([{ productId: beans }])}::jsonb`,
  );
  const minutesLeft = async () => {
    const { rows } = await shop.shop.database.db.execute<{ left: number }>(sql`
      select extract(epoch from max(expires_at) - now())::float8 / 60 as left from payment_attempt where lines @> ${JSON.stringify([{ productId: beans }])}::jsonb`);
    return rows[0]!.left;
  };
  expect(await minutesLeft()).toBeGreaterThan(24 * 60);
  await reconcile(shop.shop, makeProviders(shop.shop));
  expect(await minutesLeft()).toBeGreaterThan(1);
  expect(await minutesLeft()).toBeLessThan(60);
});
