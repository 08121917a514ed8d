import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { withChanges } from "#web/address-parameters.ts";
import { readFilter } from "./product/product-filter.ts";

/** Stores a list's page, search and open item in the URL, so that Back and sharing work. */
export function useListAddress() {
  const [params, setParams] = useSearchParams();
  const search = params.get("q") ?? "";
  const set = useCallback(
    (values: Record<string, string>, replace = false) =>
      setParams((now) => withChanges(now, values), { replace, preventScrollReset: "edit" in values }),
    [setParams],
  );
  const filter = useMemo(() => readFilter(params), [params]);
  return {
    /** What products are narrowed and sorted by. */
    filter,
    page: Math.max(1, Math.floor(Number(params.get("page"))) || 1),
    search,
    edited: params.get("edit") ?? "",
    go: (page: number) => set({ page: page > 1 ? String(page) : "" }),
    /** Goes back to page 1. Typing a search adds only one history entry. */
    find: (text: string) => text !== search && set({ q: text, page: "" }, search !== "" && text !== ""),
    edit: (id: string) => set({ edit: id }),
  };
}
