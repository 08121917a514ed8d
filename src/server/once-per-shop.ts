import type { Shop } from "./shop.ts";

/** Makes something on first use and shares it with everything else that uses the same database. */
export function oncePerShop<T, S extends Pick<Shop, "database"> = Shop>(make: (shop: S) => T): (shop: S) => T {
  const made = new WeakMap<Shop["database"], T>();
  return (shop) => {
    const known = made.get(shop.database) ?? make(shop);
    made.set(shop.database, known);
    return known;
  };
}
