import { useMemo } from "react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "#web/call.ts";
import { listProducts, manyProducts, MAX_LIMIT, type Product } from "../../../contract.ts";
import type { Draft, Drafts } from "./grid-cells.ts";

/** The products found, loaded as needed. They are not refetched until a change is applied. */
export function useGridProducts(search: string) {
  const { data, isError, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ["catalogue", "grid", search],
    queryFn: ({ pageParam, signal }) => call(listProducts, { page: pageParam, limit: MAX_LIMIT, search }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ totalNoPage }, _pages, page: number) => (page < totalNoPage ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // A product added in the meantime shifts the pages, so one may appear twice.
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

/** Maximum number of ids per request. */
const AT_ONCE = 100;

/** Moves the drafts onto the current products. Drafts of products that no longer exist are dropped. */
export async function renewDrafts(drafts: Drafts): Promise<Drafts> {
  const ids = [...drafts.keys()];
  const found: Product[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are few
    found.push(...(await call(manyProducts, { ids: ids.slice(at, at + AT_ONCE) })).data);
  return new Map(found.map((product): [string, Draft] => [product._id, { product, texts: drafts.get(product._id)?.texts ?? {} }]));
}
