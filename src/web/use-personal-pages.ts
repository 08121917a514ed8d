import { useInfiniteQuery } from "@tanstack/react-query";
import { personalKey, useSession } from "./session/session.ts";

/** A page of a list that says where the next one begins. */
interface Page<Row> {
  data: Row[];
  next: string | null;
}

/**
 * Loads a list of the signed-in person page by page. While another list of this name is loaded, for example for another search, the
 * previous one stays.
 */
export function usePersonalPages<Row, P extends Page<Row>>(
  name: readonly unknown[],
  read: (before: { before?: string }, options: { signal: AbortSignal }) => Promise<P & Page<Row>>,
) {
  const { person, status } = useSession();
  const query = useInfiniteQuery({
    queryKey: personalKey(person, name),
    queryFn: ({ pageParam, signal }) => read(pageParam ? { before: pageParam } : {}, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    enabled: status === "signed-in",
    placeholderData: (before) => before,
  });
  return { rows: query.data?.pages.flatMap(({ data }) => data), query };
}
