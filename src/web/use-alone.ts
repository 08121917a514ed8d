import { useCallback, useEffect, useRef, useState } from "react";
import { CallError } from "#web/call.ts";

/** A browser that hasn't navigated away by then (ms) won't anymore. */
const LEAVES_WITHIN = 10_000;

/** Does one action at a time, and is `busy` meanwhile. */
export function useAlone() {
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const hold = useCallback((held: boolean) => {
    // A second click can come before React has disabled the button.
    underWay.current = held;
    setBusy(held);
  }, []);
  useEffect(() => {
    // Restored by the browser's Back, as from PayPal.
    const back = ({ persisted }: PageTransitionEvent) => persisted && hold(false);
    addEventListener("pageshow", back);
    return () => removeEventListener("pageshow", back);
  }, [hold]);

  /** @param work returns "leaves" if the browser is about to navigate away */
  const alone = async (work: () => Promise<unknown>, failed: (failure: unknown) => void): Promise<void> => {
    if (underWay.current) return;
    hold(true);
    let leaves = false;
    try {
      leaves = (await work()) === "leaves";
    } catch (failure) {
      // The session has ended: the login says so.
      if (!(failure instanceof CallError && failure.status === 401)) failed(failure);
    } finally {
      if (leaves) setTimeout(() => hold(false), LEAVES_WITHIN);
      else hold(false);
    }
  };
  return { alone, busy, hold };
}
