import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changingShop } from "../../../../tests/support/changing-shop.ts";
import { daily, setDelivery, slotsOf, zone } from "../../../../tests/support/delivery.ts";
import { addProduct } from "../../../../tests/support/goods.ts";
import { newPayer, openPayingShop } from "../../../../tests/support/paying-shop.ts";
import { quoteChange } from "./contract.ts";

const shop = await openPayingShop();
const { cashOrder } = changingShop(shop);

test("what is asked about somebody else's order waits for no product or delivery time, and locks none", async () => {
  await setDelivery(shop, { zones: [zone({ times: [daily(5)] })], collection: { address: "1 Shop Street", times: [daily(5)] } });
  const figs = await addProduct(shop);
  const [slot] = await slotsOf(shop, "collection");
  const { orderId } = await cashOrder({ [figs]: 1 }, { delivery: { way: "collection", slot: slot!.id } });
  const stranger = await newPayer(shop);
  const delivery = { way: "collection" as const, slot: slot!.id };
  const asked = { orderId, list_items: [{ productId: figs, quantity: 2 }], delivery };
  await shop.shop.database.transact(async ({ tx }) => {
    await tx.execute(sql`select from product where id = ${figs} for update`);
    await tx.execute(sql`select from delivery_slot where id = ${slot!.id} for update`);
    expect((await shop.call(quoteChange, asked, { token: stranger.token })).status).toBe(404);
  });
});
