import { useEffect, useRef, useState } from "react";
import { toast } from "react-hot-toast";
import { useNavigate } from "react-router";
import * as z from "zod/mini";
import { readAddressesAgain } from "#features/addresses/pages/use-addresses.ts";
import { forgetCart, reloadCart } from "#features/cart/pages/use-cart.ts";
import type { InputOf } from "#shared/endpoint.ts";
import { call, CallError, messageOf } from "#web/call.ts";
import { paths } from "#web/paths.ts";
import { cashOnDelivery, orderConflict, type OrderConflict } from "../contract.ts";
import { closeAttempt, keyOfAttempt, openAttempt } from "./attempt.ts";
import { readOrdersAgain } from "./use-orders.ts";

type OrderRequest = InputOf<typeof cashOnDelivery>;

interface PlaceOrder {
  place: (request: OrderRequest) => Promise<void>;
  busy: boolean;
  /** What changed in the shop meanwhile, so that the order was not placed. */
  conflict: OrderConflict | null;
  settle: () => void;
}

/** Places the order, exactly once however often it is asked for, and leads to it. */
export function usePlaceOrder(cartIsEmpty: boolean): PlaceOrder {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<OrderConflict | null>(null);
  const underWay = useRef(false);

  const place = async (request: OrderRequest) => {
    // A second click comes before React has disabled the button.
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      const { data, message } = await call(cashOnDelivery, request, { idempotencyKey: keyOfAttempt(request) });
      closeAttempt();
      forgetCart();
      toast.success(message);
      void Promise.all([reloadCart(), readOrdersAgain(), readAddressesAgain()]);
      await navigate(paths.myOrders, { state: data.orderId });
    } catch (error) {
      // Without an answer the order may exist: the next attempt carries the same key.
      if (error instanceof CallError && error.status > 0 && error.status < 500) closeAttempt();
      toast.error(messageOf(error));
      setConflict(conflictOf(error));
      // Not awaited: an empty cart asks again, see below.
      void reloadCart();
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };

  // The page was closed before the answer, and the cart is empty since: the order exists, so asking again shows it.
  const placeAgain = useRef(place);
  useEffect(() => {
    const attempt = openAttempt();
    if (cartIsEmpty && attempt) void placeAgain.current(JSON.parse(attempt.body) as OrderRequest); // kept by keyOfAttempt
  }, [cartIsEmpty]);

  return { place, busy, conflict, settle: () => setConflict(null) };
}

function conflictOf(error: unknown): OrderConflict | null {
  if (!(error instanceof CallError) || error.status !== 409) return null;
  const conflict = z.safeParse(orderConflict, error.data);
  return conflict.success ? conflict.data : null;
}
