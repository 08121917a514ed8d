import { NEWEST_ORDERS, type ReadHoldings } from "#features/account/to-user.ts";
import { readAddresses } from "#features/addresses/store.ts";
import { readLines } from "#features/cart/store.ts";
import { readOrderIds } from "#features/orders/store.ts";

/** Ids of a user's addresses, cart lines and newest orders, which the account feature doesn't know about. */
export const readHoldings: ReadHoldings = async (db, userId) => {
  const [addresses, lines, orders] = await Promise.all([
    readAddresses(db, userId),
    readLines(db, userId),
    readOrderIds(db, userId, NEWEST_ORDERS),
  ]);
  return { addresses: addresses.map(({ id }) => id), cart: lines.map(({ _id }) => _id), orders };
};
