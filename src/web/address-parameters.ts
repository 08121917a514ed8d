import { useCallback } from "react";
import { useSearchParams } from "react-router";

type Changes = Readonly<Record<string, string | undefined>>;

/** The parameters of an address after changes; empty ones are left out. */
export function withChanges(parameters: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(changes))
    if (value) next.set(name, value);
    else next.delete(name);
  return next;
}

/** The filters of a list in its address, and a function that changes some of them, without a new entry in the history. */
export function useAddressFilters(): [parameters: URLSearchParams, change: (changes: Changes) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = useCallback(
    (changes: Changes) => setParameters((now) => withChanges(now, changes), { replace: true, preventScrollReset: true }),
    [setParameters],
  );
  return [parameters, change];
}
