import { findOrderIds } from "#features/orders/admin/find-orders.ts";
import type { OrderFilters } from "#features/orders/admin/contract.ts";
import { readOrdersById } from "#features/orders/store.ts";
import type { Db } from "#server/db/connect.ts";

const LIMIT = 51;

/** Queries of the admin order list: each filter matching many, few and no orders, and some filters combined. */
export async function listQueries(db: Db, timeZone: string): Promise<[string, () => Promise<unknown>][]> {
  const [newest, ...others] = await readOrdersById(db, await findOrderIds(db, {}, { limit: LIMIT }, timeZone));
  if (!newest) throw new Error("There are no orders.");
  const oldest = others.at(-1) ?? newest;
  const day = newest.createdAt.toISOString().slice(0, 10);
  const filters: [string, OrderFilters][] = [
    ["no filter", {}],
    ["order id, whole", { orderId: newest.number }],
    ["order id, 8 characters", { orderId: newest.number.slice(0, 8) }],
    ["order id, 3 characters", { orderId: newest.number.slice(4, 7) }],
    ["order id, 2 characters", { orderId: "7Q" }],
    ["order id, nobody's", { orderId: "UUUU" }],
    ["user name, a letter", { userName: "a" }],
    ["user name, a word", { userName: newest.userName.split(" ")[0]! }],
    ["user name, whole", { userName: newest.userName }],
    ["user name, nobody's", { userName: "zzqx" }],
    ["user name, two letters of nobody", { userName: "qz" }],
    ["one day", { startDate: day, endDate: day }],
    ["until the first days", { endDate: "2000-01-01" }],
    ["pending", { status: "PENDING" }],
    ["shipped", { status: "SHIPPED" }],
    ["delivered", { status: "DELIVERED" }],
    ["completed", { status: "COMPLETED" }],
    ["canceled", { status: "CANCELLED" }],
    ["all of them", { orderId: newest.number.slice(0, 3), userName: "a", startDate: "2000-01-01", endDate: day, status: newest.status }],
    ["a letter, canceled, until today", { userName: "a", endDate: day, status: "CANCELLED" }],
  ];
  const page = async (filter: OrderFilters, before?: string) =>
    readOrdersById(db, await findOrderIds(db, filter, { before, limit: LIMIT }, timeZone));
  return [
    ...filters.map(([name, filter]): [string, () => Promise<unknown>] => [name, () => page(filter)]),
    ["the next page", () => page({}, oldest.id)],
  ];
}
