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
  const { paypal, culqi } = makeProviders(shop.shop.config);
  const silent = {
    ...paypal!,
    async read({ id }: { id: string }) {
      asked.push(id);
      await delay(600);
      throw new Unanswered("silent");
    },
  };
  await reconcile(shop.shop, { paypal: silent, culqi }, 1000);
  expect(asked).toHaveLength(2);
  await reconcile(shop.shop, { paypal: silent, culqi }, 1000);
  expect(new Set(asked).size).toBe(4);
});
