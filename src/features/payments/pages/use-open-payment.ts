import { useEffect, useRef } from "react";
import { reloadCart } from "#features/cart/pages/use-cart.ts";
import { call } from "#web/call.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { openPayment, type Payment } from "../contract.ts";

/** A payment with the time it expires, `endsAt`, by this browser's clock (ms). */
export interface OpenPayment extends Payment {
  endsAt: number;
}

const NAME = ["open-payment"];
/** How often (ms) a payment is polled while the provider is taking the money. */
const LOOK_AGAIN = 3_000;

/** The shopper's open payment; null if there is none, undefined while loading. */
export function useOpenPayment(): OpenPayment | null | undefined {
  const { data } = usePersonal(NAME, readOpenPayment);
  useEffect(() => {
    // A page restored by the browser's Back, as from PayPal, is out of date.
    const look = ({ persisted }: PageTransitionEvent) => persisted && void readOpenPaymentAgain();
    addEventListener("pageshow", look);
    return () => removeEventListener("pageshow", look);
  }, []);
  const before = useRef(data);
  useEffect(() => {
    // The payment ended, perhaps with an order: what was paid for is no longer in the cart.
    if (before.current && data === null) void reloadCart();
    before.current = data;
  }, [data]);
  const isProcessed = data?.status === "CAPTURING";
  useEffect(() => {
    if (!isProcessed) return undefined;
    const looking = setInterval(() => void readOpenPaymentAgain(), LOOK_AGAIN);
    return () => clearInterval(looking);
  }, [isProcessed]);
  return data;
}

/** Whether it is known if there is an open payment, or loading that failed. */
export function useIsPaymentKnown(): boolean {
  return usePersonal(NAME, readOpenPayment).isFetched;
}

async function readOpenPayment(): Promise<OpenPayment | null> {
  const { data } = await call(openPayment, undefined);
  return data && { ...data, endsAt: Date.now() + data.secondsLeft * 1000 };
}

/** Reads the open payment again. */
export const readOpenPaymentAgain = () => readAgain(NAME);
