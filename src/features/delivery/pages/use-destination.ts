import { useSyncExternalStore } from "react";
import { useAddresses } from "#features/addresses/pages/use-addresses.ts";
import { destinationOf, type Destination } from "../zones/rules.ts";
import { readTabChoice } from "#web/use-tab-choice.ts";

/** Where the shopper's orders should go. */
interface OwnDestination extends Destination {
  /** For people. */
  name: string;
  /** Whether it comes from a saved address, rather than from the field. */
  isAddress: boolean;
}

/** Local storage key of the typed place. */
const TYPED = "deliver-to";

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Remembers a postcode or a city in this browser; empty forgets it. */
export function rememberDestination(text: string): void {
  if (text) localStorage.setItem(TYPED, text);
  else localStorage.removeItem(TYPED);
  for (const listener of listeners) listener();
}

/** The place to deliver to: the last used address, or else what was typed in this browser. Undefined if there is none. */
export function useDestination(): OwnDestination | undefined {
  const typed = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(TYPED) ?? "",
    () => "",
  );
  const { data: addresses } = useAddresses();
  const chosen = readTabChoice("checkout-address");
  const address = addresses?.find(({ _id }) => _id === chosen) ?? addresses?.[0];
  if (address) {
    return { ...destinationOf(address), name: `${address.address_line}, ${address.pincode}`, isAddress: true };
  }
  return typed ? { postcode: typed, city: typed, name: typed, isAddress: false } : undefined;
}
