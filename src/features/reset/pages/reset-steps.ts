import { useLocation } from "react-router";
import { useInBrowser } from "#ui/use-in-browser.ts";

/** What each step of a reset passes to the next, in navigation state. */
export interface ResetState {
  email: string;
  /** The code was right. */
  verified: boolean;
}

/** The state passed by the previous step; "unknown" until the page is hydrated, null if there was none. */
export function useResetState(): ResetState | null | "unknown" {
  const { state } = useLocation();
  const inBrowser = useInBrowser();
  if (!inBrowser) return "unknown";
  const { email, verified } = (state ?? {}) as Partial<ResetState>; // checked below
  return typeof email === "string" && email ? { email, verified: verified === true } : null;
}
