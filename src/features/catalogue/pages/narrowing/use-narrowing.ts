import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { isNarrowed, readAddress, writeAddress, type Narrowing } from "../../narrowing/rules.ts";

/** How the list of this page is narrowed, and how to change that. */
export interface PageNarrowing {
  /** As chosen, even while the list for it is still loading. */
  narrowing: Narrowing;
  /** Of the list that is shown. */
  shown: Narrowing;
  /** Parameters of the address that stay: the searched text. */
  kept: [name: string, value: string][];
  /** Without filters, in the chosen order. */
  unfiltered: Narrowing;
  change: (next: Narrowing) => void;
}

/** Reads the narrowing from the address, which is the only place it is stored. */
export function useNarrowing(): PageNarrowing {
  const navigate = useNavigate();
  const { pathname, key } = useLocation();
  const [search] = useSearchParams();
  // Shown until the address has changed, which waits for the list.
  const [coming, setComing] = useState<Narrowing>();
  const [lastKey, setLastKey] = useState(key);
  if (lastKey !== key) {
    setLastKey(key);
    setComing(undefined);
  }
  const kept = [...search].filter(([name]) => name === "q" || name === "exact");
  const addressOf = (narrowing: Narrowing) => {
    const parameters = new URLSearchParams([...kept, ...writeAddress(narrowing)]).toString();
    return parameters ? `${pathname}?${parameters}` : pathname;
  };
  const shown = readAddress(search);
  const narrowing = coming ?? shown;
  return {
    narrowing,
    shown,
    kept,
    unfiltered: { sort: narrowing.sort },
    change: (next) => {
      setComing(next);
      void navigate(addressOf(next), { preventScrollReset: true });
    },
  };
}

/** Whether the address of this page narrows or sorts its list. */
export function useIsNarrowed(): boolean {
  const [search] = useSearchParams();
  return isNarrowed(readAddress(search));
}
