import { inArray } from "drizzle-orm";
import { getCart, type CartLine } from "#features/cart/contract.ts";
import { products } from "#features/catalogue/tables.ts";
import { cashOnDelivery, listOrders, type Order } from "#features/orders/contract.ts";
import { addAddress } from "./goods.ts";
import { signUp } from "./sign-up.ts";
import type { TestShop } from "./test-shop.ts";

/** Order items as in a request. */
export type Items = { productId: string | { _id: string }; quantity: number }[];

export const one = (productId: string, quantity = 1) => [{ productId, quantity }];

/** A shopper with an address, who pays cash on delivery. */
export async function newCashBuyer(shop: TestShop, name?: string) {
  const { user, token } = await signUp(shop, name ? { name } : {});
  const addressId = await addAddress(shop, user._id);
  return {
    token,
    userId: user._id,
    addressId,
    order: (items: Items, more: Record<string, unknown> = {}, key?: string) =>
      shop.call(cashOnDelivery, { list_items: items, addressId, ...more }, { token, headers: key ? { "idempotency-key": key } : {} }),
    orders: async (): Promise<Order[]> => (await shop.call(listOrders, {}, { token })).body.data,
    cart: async (): Promise<CartLine[]> => (await shop.call(getCart, {}, { token })).body.data,
  };
}

/** Stock and items sold of each product. */
export async function stockAndSold({ shop }: TestShop, ...ids: string[]): Promise<[number, number][]> {
  const rows = await shop.database.db.select().from(products).where(inArray(products.id, ids));
  return ids.map((id) => {
    const row = rows.find((product) => product.id === id)!;
    return [row.stock, row.sold];
  });
}
