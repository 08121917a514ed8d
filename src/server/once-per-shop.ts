import type { Shop } from "./shop.ts";

/** Makes something on first use and shares it with everything else in the same shop. */
export function oncePerShop<T>(make: (shop: Shop) => T): (shop: Shop) => T {
  const made = new WeakMap<Shop, T>();
  return (shop) => {
    const known = made.get(shop) ?? make(shop);
    made.set(shop, known);
    return known;
  };
}
