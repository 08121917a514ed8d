import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "#web/call.ts";
import { queries } from "#web/queries.ts";
import { currentSession, personalKey, readAgain, useSession } from "#web/session.ts";
import { getOrder, listOrders, type OrderDetails } from "../contract.ts";
import { IS_PAID } from "../rules.ts";

const NAME = ["orders"];

/** The person's orders, newest first; older pages on demand. */
export function useOrders() {
  const { status, person } = useSession();
  return useInfiniteQuery({
    queryKey: personalKey(person, [...NAME, "list"]),
    queryFn: ({ pageParam }) => call(listOrders, { page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPage }) => (page < totalPage ? page + 1 : undefined),
    enabled: status === "signed-in",
  });
}

const keyOf = (person: number, number: string) => personalKey(person, [...NAME, "one", number]);

/** How often (ms) is looked whether money that is on its way has arrived. */
const LOOK_EVERY_MS = 3000;

/** One order with what happened to it. */
export function useOrder(number: string) {
  const { status, person } = useSession();
  return useQuery({
    queryKey: keyOf(person, number),
    queryFn: async () => (await call(getOrder, { orderId: number })).data,
    enabled: status === "signed-in",
    refetchInterval: ({ state: { data } }) => (data && isRefunding(data) ? LOOK_EVERY_MS : false),
  });
}

function isRefunding({ status, payment_status, timeline }: OrderDetails): boolean {
  return status === "CANCELLED" && IS_PAID[payment_status] && timeline.at(-1)?.kind === "REFUND REQUESTED";
}

/** The shop has answered how an order is now. */
export function orderIsNow(number: string, order: OrderDetails): void {
  queries.setQueryData(keyOf(currentSession().person, number), order);
  void readAgain([...NAME, "list"]);
}

/** There is a new order, or one has changed. */
export const readOrdersAgain = () => readAgain(NAME);
