import { keepPreviousData, useInfiniteQuery, useQuery, type InfiniteData } from "@tanstack/react-query";
import { call, CallError, type Answer } from "#web/call.ts";
import { queries } from "#web/queries.ts";
import { currentSession, personalKey, readAgain, usePersonal, useSession } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { getAdminOrder, listAllOrders, listOrderSlots, type AdminOrder, type OrderFilters } from "../../admin/contract.ts";
import type { Order } from "../../contract.ts";

const NAME = ["all-orders"];
const LIST = [...NAME, "list"];

/** All orders that match the filters, newest first; reloaded when a filter changes (ADM-10). */
export function useAllOrders(filters: OrderFilters) {
  const { status, person } = useSession();
  return useInfiniteQuery({
    queryKey: personalKey(person, [...LIST, filters]),
    queryFn: ({ pageParam, signal }) => call(listAllOrders, { ...filters, ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    enabled: status === "signed-in",
    // Keeps the list on screen until the next one has loaded.
    placeholderData: keepPreviousData,
  });
}

/** The delivery times that orders have, from today on. */
export const useOrderSlots = () => usePersonal([...NAME, "slots"], async () => (await call(listOrderSlots, undefined)).data);

const keyOf = (number: string) => personalKey(currentSession().person, [...NAME, "one", number]);

/** One order with its events and who caused them. */
export function useAdminOrder(number: string) {
  const { status } = useSession();
  return useQuery({
    queryKey: keyOf(number),
    queryFn: async () => (await readOrder(number)).data,
    enabled: status === "signed-in",
  });
}

const readOrder = (orderId: string) => call(getAdminOrder, undefined, { params: { orderId } });

export const readAllOrdersAgain = () => readAgain(LIST);

type Lists = InfiniteData<Answer<typeof listAllOrders>>;

/** Updates an order in every list that shows it; undefined removes it. */
function showInLists(_id: string, order: Order | undefined): void {
  queries.setQueriesData<Lists>({ queryKey: personalKey(currentSession().person, LIST) }, (lists) => {
    if (!lists) return lists;
    const pages = lists.pages.map((page) => ({ ...page, data: page.data.flatMap((row) => (row._id === _id ? (order ?? []) : row)) }));
    return { ...lists, pages };
  });
}

/** Shows an order as the shop just returned it. */
export function adminOrderIsNow(order: AdminOrder): void {
  showInLists(order._id, order);
  queries.setQueryData(keyOf(order.orderId), order);
  void readAgain(["history", "order", order._id]);
}

/** Removes a deleted order from the lists. */
export function orderIsGone(_id: string): void {
  showInLists(_id, undefined);
}

/** Reloads an order that somebody else changed, if it is on screen. */
export async function refreshIfShown(_id: string): Promise<void> {
  const queryKey = personalKey(currentSession().person, LIST);
  // A list that is still being loaded may have been read before the change.
  const loading = queries.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" });
  await Promise.allSettled(loading.flatMap(({ promise }) => promise ?? []));
  const shown = queries
    .getQueriesData<Lists>({ queryKey })
    .some(([, lists]) => lists?.pages.some(({ data }) => data.some((row) => row._id === _id)));
  const open = queries.getQueriesData<AdminOrder>({ queryKey: personalKey(currentSession().person, [...NAME, "one"]) });
  if (shown || open.some(([, order]) => order?._id === _id)) await readOrderAgain(_id);
}

/** Reloads an order by its number or `_id`. On failure, the screen does not change. */
export async function readOrderAgain(ref: string): Promise<void> {
  try {
    adminOrderIsNow((await readOrder(ref)).data);
  } catch (error) {
    if (error instanceof CallError && error.status === 404) orderIsGone(ref);
  }
}

/** Why the list failed to load: the shop's message, or the specified text (ADM-15). */
export function whyNoOrders(error: unknown): string {
  const told = error instanceof CallError ? (error.body as { message?: unknown } | null)?.message : undefined;
  return typeof told === "string" && told ? told : t("Error fetching orders");
}
