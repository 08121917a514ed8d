import { useMemo } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "#web/call.ts";
import { personalKey, useSession } from "#web/session/session.ts";
import { findProducts, type AdminProduct } from "../../../admin/find/contract.ts";
import { MAX_LIMIT } from "../../../contract.ts";
import type { Filter } from "../product/product-filter.ts";
import { previousOf } from "../use-catalogue.ts";
import type { Draft, Drafts } from "./grid-cells.ts";

/** The products found, loaded as needed. They are not refetched until a change is applied. */
export function useGridProducts(search: string, filter: Filter) {
  const { person, status } = useSession();
  const { data, isError, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: personalKey(person, ["products", "grid", search, filter]),
    queryFn: ({ pageParam, signal }) => call(findProducts, { page: pageParam, limit: MAX_LIMIT, search, ...filter }, { signal }),
    enabled: status === "signed-in",
    initialPageParam: 1,
    getNextPageParam: ({ totalNoPage }, _pages, page: number) => (page < totalNoPage ? page + 1 : undefined),
    placeholderData: previousOf(person),
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
    isCut: data?.pages[0]?.isCut === true,
    isError,
    more: hasNextPage,
    isFetching,
    readMore: fetchNextPage,
    readAgain: refetch,
  };
}

/** Moves the drafts onto the current products. Drafts of products that no longer exist are dropped. */
export async function renewDrafts(drafts: Drafts): Promise<Drafts> {
  const ids = [...drafts.keys()];
  const found: AdminProduct[] = [];
  for (let at = 0; at < ids.length; at += MAX_LIMIT)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are few
    found.push(...(await call(findProducts, { ids: ids.slice(at, at + MAX_LIMIT), limit: MAX_LIMIT })).data);
  return new Map(found.map((product): [string, Draft] => [product._id, { product, texts: drafts.get(product._id)?.texts ?? {} }]));
}
