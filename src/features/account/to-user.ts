import type { Db } from "#server/db/connect.ts";
import type { User } from "./contract.ts";
import type { Account } from "./store.ts";

/** Ids of what a user has in other features. */
export interface Holdings {
  addresses: readonly string[];
  cart: readonly string[];
  /** The newest {@link NEWEST_ORDERS}. */
  orders: readonly string[];
}

/** Reads them from the other features; implemented in `src/start/`, which knows them all. */
export type ReadHoldings = (db: Db, userId: string) => Promise<Holdings>;

export const NEWEST_ORDERS = 50;

/** A user in the specification's spelling. */
export function toUser(account: Account, { addresses, cart, orders }: Holdings): User {
  const { id, name, email, newEmail, avatar, mobile, isConfirmed, lastLoginAt, status, role } = account;
  return {
    _id: id,
    name,
    email,
    new_email: newEmail,
    avatar,
    mobile,
    verify_email: isConfirmed,
    last_login_date: lastLoginAt?.toISOString() ?? null,
    status,
    address_details: [...addresses],
    shopping_cart: [...cart],
    orderHistory: [...orders],
    role,
  };
}
