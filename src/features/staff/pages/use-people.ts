import { useInfiniteQuery } from "@tanstack/react-query";
import type { InputOf } from "#shared/endpoint.ts";
import { call } from "#web/call.ts";
import { personalKey, readAgain, useSession } from "#web/session.ts";
import { listStaff } from "../contract.ts";

const NAME = ["staff"];

/** The people a search finds, page by page. */
export function usePeople({ search, role }: { search: string; role: InputOf<typeof listStaff>["role"] }) {
  const { person, status } = useSession();
  const read = useInfiniteQuery({
    queryKey: personalKey(person, [...NAME, search, role]),
    queryFn: ({ pageParam, signal }) =>
      call(listStaff, { ...(search && { search }), ...(role && { role }), ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    enabled: status === "signed-in",
    // Keeps the previous results until the new ones arrive.
    placeholderData: (before) => before,
  });
  return { people: read.data?.pages.flatMap(({ data }) => data), read };
}

export const readPeopleAgain = () => readAgain(NAME);
