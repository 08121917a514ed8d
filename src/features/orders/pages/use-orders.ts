import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "#web/call.ts";
import { personalKey, readAgain, useSession } from "#web/session.ts";
import { listOrders } from "../contract.ts";

const NAME = ["orders"];

/** The person's orders, newest first; older pages on demand. */
export function useOrders() {
  const { status, person } = useSession();
  return useInfiniteQuery({
    queryKey: personalKey(person, NAME),
    queryFn: ({ pageParam }) => call(listOrders, { page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPage }) => (page < totalPage ? page + 1 : undefined),
    enabled: status === "signed-in",
  });
}

/** There is a new order. */
export const readOrdersAgain = () => readAgain(NAME);
