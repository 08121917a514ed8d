import { useCallback, useState } from "react";

/** What is chosen in the checkout. */
type TabChoice = "checkout-address" | "checkout-payment" | "checkout-way" | "checkout-slot";

/** What was chosen in this tab; null on the server too. */
export const readTabChoice = (key: TabChoice) => (typeof sessionStorage === "undefined" ? null : sessionStorage.getItem(key));

/** A choice that is remembered in this tab, so that it survives a visit to PayPal and a reload. */
export function useTabChoice(key: TabChoice): [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => readTabChoice(key));
  const choose = useCallback(
    (chosen: string) => {
      sessionStorage.setItem(key, chosen);
      setValue(chosen);
    },
    [key],
  );
  return [value, choose];
}
