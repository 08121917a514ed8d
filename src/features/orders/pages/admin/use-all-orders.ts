import { keepPreviousData, useInfiniteQuery, useQuery, type InfiniteData } from "@tanstack/react-query";
import { call, CallError, type Answer } from "#web/call.ts";
import { queries } from "#web/queries.ts";
import { currentSession, personalKey, readAgain, useSession } from "#web/session.ts";
import { getAdminOrder, listAllOrders, type AdminOrder, type OrderFilters } from "../../admin/contract.ts";
import type { Order } from "../../contract.ts";

const NAME = ["all-orders"];
const LIST = [...NAME, "list"];

/** The orders of everyone that pass the filters, newest first; read again at each change of a filter (ADM-10). */
export function useAllOrders(filters: OrderFilters) {
  const { status, person } = useSession();
  return useInfiniteQuery({
    queryKey: personalKey(person, [...LIST, filters]),
    queryFn: ({ pageParam, signal }) => call(listAllOrders, { ...filters, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    enabled: status === "signed-in",
    // What is shown stays until the next list is here.
    placeholderData: keepPreviousData,
  });
}

const keyOf = (number: string) => personalKey(currentSession().person, [...NAME, "one", number]);

/** One order with what happened to it, and who did it. */
export function useAdminOrder(number: string) {
  const { status } = useSession();
  return useQuery({
    queryKey: keyOf(number),
    queryFn: async () => (await readOrder(number)).data,
    enabled: status === "signed-in",
  });
}

const readOrder = (orderId: string) => call(getAdminOrder, undefined, { params: { orderId } });

/** Reads the lists again. */
export const readAllOrdersAgain = () => readAgain(LIST);

type Lists = InfiniteData<Answer<typeof listAllOrders>>;

/** Puts an order as it is now into every list that shows it, in its place; undefined: it is deleted. */
function showInLists(_id: string, order: Order | undefined): void {
  queries.setQueriesData<Lists>({ queryKey: personalKey(currentSession().person, LIST) }, (lists) => {
    if (!lists) return lists;
    const pages = lists.pages.map((page) => ({ ...page, data: page.data.flatMap((row) => (row._id === _id ? (order ?? []) : row)) }));
    return { ...lists, pages };
  });
}

/** The shop has answered how an order is now. */
export function adminOrderIsNow(order: AdminOrder): void {
  showInLists(order._id, order);
  queries.setQueryData(keyOf(order.orderId), order);
  void readAgain(["history", "order", order._id]);
}

/** An order is deleted. */
export function orderIsGone(_id: string): void {
  showInLists(_id, undefined);
}

/** Somebody changed an order: reads it again where it is shown. */
export async function lookAtOrder(_id: string): Promise<void> {
  const shown = queries
    .getQueriesData<Lists>({ queryKey: personalKey(currentSession().person, LIST) })
    .some(([, lists]) => lists?.pages.some(({ data }) => data.some((row) => row._id === _id)));
  const open = queries.getQueriesData<AdminOrder>({ queryKey: personalKey(currentSession().person, [...NAME, "one"]) });
  if (!shown && !open.some(([, order]) => order?._id === _id)) return;
  try {
    adminOrderIsNow((await readOrder(_id)).data);
  } catch (error) {
    if (error instanceof CallError && error.status === 404) orderIsGone(_id);
  }
}

/** Why the list could not be read: in the shop's words, where it has any (ADM-15). */
export function whyNoOrders(error: unknown): string {
  const told = error instanceof CallError ? (error.body as { message?: unknown } | null)?.message : undefined;
  return typeof told === "string" && told ? told : "Error fetching orders";
}
