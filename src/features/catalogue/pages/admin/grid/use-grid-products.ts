import { useMemo } from "react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "#web/call.ts";
import { listProducts, manyProducts, MAX_LIMIT, type Product } from "../../../contract.ts";
import type { Draft, Drafts } from "./grid-cells.ts";

/** The products that are found, more of them as they are needed. They stay as they were read until something is applied. */
export function useGridProducts(search: string) {
  const { data, isError, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ["catalogue", "grid", search],
    queryFn: ({ pageParam, signal }) => call(listProducts, { page: pageParam, limit: MAX_LIMIT, search }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ totalNoPage }, _pages, page: number) => (page < totalNoPage ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A product that was added meanwhile moves the pages: one may come twice.
  const products = useMemo(
    () => data && [...new Map(data.pages.flatMap((page) => page.data).map((product) => [product._id, product])).values()],
    [data],
  );
  return {
    products,
    total: data?.pages[0]?.totalCount ?? 0,
    isError,
    more: hasNextPage,
    isFetching,
    readMore: fetchNextPage,
    readAgain: refetch,
  };
}

/** At most so many ids are asked for at once. */
const AT_ONCE = 100;

/** The drafts over the products as they are now; those of products that are gone are left out. */
export async function renewDrafts(drafts: Drafts): Promise<Drafts> {
  const ids = [...drafts.keys()];
  const found: Product[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are few
    found.push(...(await call(manyProducts, { ids: ids.slice(at, at + AT_ONCE) })).data);
  return new Map(found.map((product): [string, Draft] => [product._id, { product, texts: drafts.get(product._id)?.texts ?? {} }]));
}
