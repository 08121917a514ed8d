import { useState } from "react";

const KEYS = { address: "checkout-address", payment: "checkout-payment" } as const;

/** A choice made in the checkout, remembered in this tab, so that it survives a visit to PayPal and a reload. */
export function useChoice(name: keyof typeof KEYS): [string | null, (value: string) => void] {
  const [value, setValue] = useState(() => sessionStorage.getItem(KEYS[name]));
  const choose = (chosen: string) => {
    sessionStorage.setItem(KEYS[name], chosen);
    setValue(chosen);
  };
  return [value, choose];
}
