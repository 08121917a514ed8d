import { useMemo, useState } from "react";
import type { AdminProduct } from "../../../admin/find/contract.ts";

const NONE: ReadonlySet<string> = new Set();

/** The rows that are chosen: some that are loaded, or everything that was found. */
export interface Chosen {
  count: number;
  isAll: boolean;
  /** Of those that are loaded. */
  ids: ReadonlySet<string>;
  isEveryLoaded: boolean;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  toggleLoaded: () => void;
  chooseAll: () => void;
  clear: () => void;
}

/** @param list identifies the search and its filters: another one begins without chosen rows */
export function useChosen(products: readonly AdminProduct[], total: number, list: string): Chosen {
  const [state, setState] = useState({ list, ids: NONE, isAll: false });
  const { ids, isAll } = state.list === list ? state : { ids: NONE, isAll: false };
  const loaded = useMemo(() => new Set(products.map(({ _id }) => _id)), [products]);
  const set = (next: ReadonlySet<string>, all = false) => setState({ list, ids: next, isAll: all });
  const isEveryLoaded = loaded.size > 0 && (isAll || [...loaded].every((id) => ids.has(id)));
  return {
    count: isAll ? total : ids.size,
    isAll,
    ids,
    isEveryLoaded,
    has: (id) => isAll || ids.has(id),
    toggle: (id) => {
      const before = isAll ? loaded : ids;
      set(before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]));
    },
    toggleLoaded: () => set(isEveryLoaded ? NONE : loaded),
    chooseAll: () => set(NONE, true),
    clear: () => set(NONE),
  };
}
