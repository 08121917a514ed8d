import { useCallback, useEffect, useState } from "react";
import { logFailure } from "#web/log-failure.ts";
import type { Choices } from "../../narrowing/contract.ts";
import type { ProductPage } from "#features/catalogue/pages/product-list.ts";

interface Held {
  /** The results they belong to. */
  of: unknown;
  choices?: Choices | undefined;
}

interface ChoicesOf {
  /** What the results can be narrowed by. Until that is known for newer results, the earlier choices. */
  choices: Choices | undefined;
  /** They belong to earlier results. */
  isOld: boolean;
  /** Counts them without waiting for the pause, or again if that failed, because someone is about to use them. */
  hurry: () => void;
}

interface Asked {
  /** Those that came with the results. */
  known: Choices | undefined;
  /** Whether there is anything to narrow. */
  isWanted: boolean;
  /** Milliseconds for which the results stay before the choices are counted. */
  pause?: number;
  read: (signal: AbortSignal) => Promise<Choices | undefined>;
}

/**
 * Counts what the results can be narrowed by after they are shown, since counting takes longer than reading them.
 * @param results identifies the results
 */
export function useChoices(results: unknown, { known, isWanted, pause: usual = 0, read }: Asked): ChoicesOf {
  const [held, setHeld] = useState<Held>({ of: results, choices: known });
  const isCounted = held.of === results && (held.choices !== undefined || !isWanted);
  if (known && held.choices !== known) setHeld({ of: results, choices: known });

  const [hurried, setHurried] = useState<unknown>();
  const [failed, setFailed] = useState<unknown>();
  const hasFailed = failed === results;
  const pause = hurried === results ? 0 : usual;
  useEffect(() => {
    if (isCounted || known || !isWanted || hasFailed) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      read(abort.signal).then(
        (choices) => setHeld({ of: results, choices }),
        (error: unknown) => {
          if (abort.signal.aborted) return;
          logFailure("the filters", error);
          setFailed(results);
        },
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [results, isCounted, known, isWanted, hasFailed, read, pause]);

  const hurry = useCallback(() => {
    setHurried(results);
    setFailed(undefined);
  }, [results]);
  return { choices: known ?? held.choices, isOld: !known && held.of !== results, hurry };
}

/** The pages of a list as they are remembered: with the choices that belong to them. */
export function withChoices([first, ...others]: readonly ProductPage[], { choices, isOld }: Pick<ChoicesOf, "choices" | "isOld">) {
  return first ? [choices && !isOld ? { ...first, choices } : first, ...others] : [];
}
