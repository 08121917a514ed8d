import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and until the page is alive: what a browser alone knows, such as navigation state, is shown afterwards. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
