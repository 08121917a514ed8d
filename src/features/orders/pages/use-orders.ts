import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "#web/call.ts";
import { orStored } from "#web/offline/stored.ts";
import { queries } from "#web/queries.ts";
import { currentSession, personalKey, readAgain, useSession } from "#web/session/session.ts";
import { getOrder, listOrders, type OrderDetails } from "../contract.ts";
import { refundOf } from "../refunds/rules.ts";

const NAME = ["orders"];

/** How many opened orders, and pages of the list, can be read offline: local storage must have room for the cart, too. */
const MOST_ORDERS = 20;
const MOST_PAGES = 4;

/** The shopper's orders, newest first; older pages on demand. */
export function useOrders() {
  const { status, person } = useSession();
  return useInfiniteQuery({
    queryKey: personalKey(person, [...NAME, "list"]),
    queryFn: ({ pageParam }) => orStored(`orders-${pageParam}`, () => call(listOrders, { page: pageParam }), MOST_PAGES),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPage }) => (page < totalPage ? page + 1 : undefined),
    enabled: status === "signed-in",
  });
}

const keyOf = (person: number, number: string) => personalKey(person, [...NAME, "one", number]);

/** How often an order is reloaded while its refund is starting. */
const REFETCH_MS = 3000;

/** One order with its events. */
export function useOrder(number: string) {
  const { status, person } = useSession();
  return useQuery({
    queryKey: keyOf(person, number),
    queryFn: () => orStored(`order-${number}`, async () => (await call(getOrder, { orderId: number })).data, MOST_ORDERS),
    enabled: status === "signed-in",
    refetchInterval: ({ state: { data } }) => (data && refundOf(data.timeline) === "on its way" ? REFETCH_MS : false),
  });
}

/** Shows an order as the shop just returned it. */
export function orderIsNow(number: string, order: OrderDetails): void {
  queries.setQueryData(keyOf(currentSession().person, number), order);
  void readAgain([...NAME, "list"]);
}

/** Reloads the orders after one was placed or changed. */
export const readOrdersAgain = () => readAgain(NAME);
