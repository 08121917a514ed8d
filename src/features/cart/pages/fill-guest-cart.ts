import type { FilledCart, GuestItem } from "../contract.ts";
import { AT_LEAST, filledCart, mergedLines } from "../rules.ts";
import { guestItems, storeGuestItems } from "./guest-cart.ts";

/** Puts several products into a guest's cart, as far as they are available; doing it twice adds nothing twice. */
export function fillGuestCart(wanted: readonly (GuestItem & { name: string; unit: string; stock: number })[]): FilledCart {
  const items = guestItems();
  const stock = new Map(wanted.map((item) => [item.productId, item.stock]));
  const changed = new Map(mergedLines(items, wanted, stock, AT_LEAST).map((item) => [item.productId, item]));
  const fresh = [...changed.values()].filter(({ productId }) => !items.some((item) => item.productId === productId));
  storeGuestItems([...items.map((item) => changed.get(item.productId) ?? item), ...fresh]);
  return filledCart(items, wanted, stock, AT_LEAST);
}
