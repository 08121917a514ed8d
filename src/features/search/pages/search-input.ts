import { readAddress, type Narrowing } from "../../catalogue/narrowing/rules.ts";
import { choicesOf } from "../../catalogue/pages/page-input.ts";

/** What the address of the search page asks for. */
export interface Asked {
  q: string;
  /** Typos are not forgiven. */
  exact: boolean;
  narrowing: Narrowing;
}

export function readAsked({ searchParams }: URL): Asked {
  const q = (searchParams.get("q") ?? "").slice(0, 200);
  return { q, exact: searchParams.get("exact") === "1", narrowing: readAddress(searchParams) };
}

/** The search itself, the same on each page of its results. */
export const resultsInput = ({ q, exact, narrowing }: Asked) => ({ search: q, ...narrowing, ...(exact && { exact }) });

/** What the search page loads. */
export const searchInput = (asked: Asked, page: number) => ({ ...resultsInput(asked), page, ...choicesOf(asked.narrowing) });
