import { useEffect, useState } from "react";
import { call } from "#web/call.ts";
import { logFailure } from "#web/log-failure.ts";
import { completeSearch, type Completion } from "../../completions/contract.ts";

/** Milliseconds between the last letter and the call. */
const PAUSE = 120;
/** How many responses this page remembers. */
const MOST_KNOWN = 50;
const known = new Map<string, Completion[]>();
const NONE: Completion[] = [];

/** Completions of what is typed; the earlier ones until the new ones have arrived. */
export function useCompletions(typed: string): Completion[] {
  const begun = typed.trimStart().toLowerCase();
  const [shown, setShown] = useState(NONE);
  useEffect(() => {
    if (begun.length < 2) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const data = known.get(begun) ?? (await call(completeSearch, { search: begun }, { signal: abort.signal })).data;
        if (known.size >= MOST_KNOWN) known.clear();
        known.set(begun, data);
        if (!abort.signal.aborted) setShown(data);
      } catch (error) {
        if (abort.signal.aborted) return;
        setShown(NONE);
        logFailure("the suggestions", error);
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [begun]);
  return begun.length < 2 ? NONE : shown;
}
