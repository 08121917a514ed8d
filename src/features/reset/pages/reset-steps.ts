import { useLocation } from "react-router";
import { useInBrowser } from "#web/use-in-browser.ts";

/** What one step of a reset hands on to the next, in navigation state. */
export interface ResetState {
  email: string;
  /** The code was right. */
  verified: boolean;
}

/** Where the person is in the reset; "unknown" until the page is alive, null when no step came before. */
export function useResetState(): ResetState | null | "unknown" {
  const { state } = useLocation();
  const inBrowser = useInBrowser();
  if (!inBrowser) return "unknown";
  const { email, verified } = (state ?? {}) as Partial<ResetState>; // anything may be there; looked at below
  return typeof email === "string" && email ? { email, verified: verified === true } : null;
}
