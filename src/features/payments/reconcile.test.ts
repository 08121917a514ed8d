import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addProduct } from "../../../tests/support/goods.ts";
import { newPayer, openPayingShop } from "../../../tests/support/paying-shop.ts";
import { Unanswered } from "./provider.ts";
import { makeProviders } from "./providers.ts";
import { reconcile } from "./reconcile.ts";

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
    async read({ id }: { id: string }) {
      asked.push(id);
      await delay(600);
      throw new Unanswered("silent");
    },
  };
  await reconcile(shop.shop, async (name) => (name === "paypal" ? silent : culqi), 1000);
  expect(asked).toHaveLength(2);
  await reconcile(shop.shop, async (name) => (name === "paypal" ? silent : culqi), 1000);
  expect(new Set(asked).size).toBe(4);
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
