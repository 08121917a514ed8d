import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and during hydration, then true: for what only the browser knows, such as navigation state. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
