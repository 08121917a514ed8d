import { useEffect, useRef } from "react";
import { reloadCart } from "#features/cart/pages/use-cart.ts";
import { call } from "#web/call.ts";
import { readAgain, usePersonal } from "#web/session.ts";
import { openPayment, type Payment } from "../contract.ts";

/** A payment as it is shown: `endsAt` is when it lapses by this browser's clock (ms). */
export interface OpenPayment extends Payment {
  endsAt: number;
}

const NAME = ["open-payment"];
/** How often (ms) a payment is looked at while the provider is taking the money. */
const LOOK_AGAIN = 3_000;

/** The shopper's payment that is under way; null when there is none, undefined until the shop has told. */
export function useOpenPayment(): OpenPayment | null | undefined {
  const { data } = usePersonal(NAME, readOpenPayment);
  useEffect(() => {
    // A page brought back by the browser's Back, as from PayPal, has not heard what happened since.
    const look = ({ persisted }: PageTransitionEvent) => persisted && void readOpenPaymentAgain();
    addEventListener("pageshow", look);
    return () => removeEventListener("pageshow", look);
  }, []);
  const before = useRef(data);
  useEffect(() => {
    // It has come to an end, perhaps to an order: what was paid is in the cart no more.
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

/** Whether the shop has told about a payment under way, or could not. */
export function useIsPaymentKnown(): boolean {
  return !usePersonal(NAME, readOpenPayment).isPending;
}

async function readOpenPayment(): Promise<OpenPayment | null> {
  const { data } = await call(openPayment, undefined);
  return data && { ...data, endsAt: Date.now() + data.secondsLeft * 1000 };
}

/** Asks again what is under way. */
export const readOpenPaymentAgain = () => readAgain(NAME);
