import type { Db } from "#server/db/connect.ts";
import type { User } from "./contract.ts";
import type { Account } from "./store.ts";

/** What a user has in other features, as lists of ids. */
export interface Holdings {
  addresses: readonly string[];
  cart: readonly string[];
  /** The newest {@link NEWEST_ORDERS}. */
  orders: readonly string[];
}

/** Asks the other features; put together where all features are known. */
export type ReadHoldings = (db: Db, userId: string) => Promise<Holdings>;

export const NEWEST_ORDERS = 50;

/** A person as the specification spells it. */
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
