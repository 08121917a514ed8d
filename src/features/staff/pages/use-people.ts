import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "#web/call.ts";
import { personalKey, readAgain, useSession } from "#web/session.ts";
import { listStaff } from "../contract.ts";

const NAME = ["staff"];

/** The people a search finds, page by page. */
export function usePeople({ search, onlyAdmins }: { search: string; onlyAdmins: boolean }) {
  const { person, status } = useSession();
  const read = useInfiniteQuery({
    queryKey: personalKey(person, [...NAME, search, onlyAdmins]),
    queryFn: ({ pageParam, signal }) =>
      call(
        listStaff,
        { ...(search && { search }), ...(onlyAdmins && { role: "ADMIN" }), ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    enabled: status === "signed-in",
    // Keeps the previous results until the new ones arrive.
    placeholderData: (before) => before,
  });
  return { people: read.data?.pages.flatMap(({ data }) => data), read };
}

export const readPeopleAgain = () => readAgain(NAME);
