import { useEffect, useRef, useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { useNavigate } from "react-router";
import { readAddressesAgain } from "#features/addresses/pages/use-addresses.ts";
import { forgetCart, reloadCart } from "#features/cart/pages/use-cart.ts";
import { forgetCoupon } from "#features/coupons/pages/use-coupon.ts";
import { countBought } from "#features/search/pages/search-events.ts";
import type { InputOf } from "#shared/endpoint.ts";
import { call, CallError, detailsOf, messageOf } from "#web/call.ts";
import { insist } from "#web/sending/insist.ts";
import { paths } from "#web/paths.ts";
import { useAlone } from "#web/use-alone.ts";
import { t } from "#words/t.ts";
import { cashOnDelivery, orderOfKey, type Order, type OrderConflict } from "../contract.ts";
import { closeAttempt, keyOfAttempt, openAttempt } from "./order-key.ts";
import { readOrdersAgain } from "./use-orders.ts";

type OrderRequest = InputOf<typeof cashOnDelivery>;

interface PlaceOrder {
  place: (request: OrderRequest) => Promise<void>;
  busy: boolean;
  /** What changed in the shop meanwhile, so that the order was not placed. */
  conflict: OrderConflict | null;
  settle: () => void;
}

/** Places the order exactly once, however often it is called, and goes to it. */
export function usePlaceOrder(cartIsEmpty: boolean): PlaceOrder {
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<OrderConflict | null>(null);
  const { alone, busy } = useAlone();
  const failed = (failure: unknown) => {
    toast.error(messageOf(failure));
    setConflict(conflictOf(failure));
    // Not awaited: an empty cart triggers a search for its order, see below.
    void reloadCart();
  };

  const leadTo = async (order: Order, words: string) => {
    closeAttempt();
    forgetCart();
    forgetCoupon();
    countBought(order.products);
    toast.success(words);
    void Promise.all([reloadCart(), readOrdersAgain(), readAddressesAgain()]);
    await navigate(paths.myOrders, { state: order.orderId });
  };

  /** Goes to the order of the open attempt. @returns whether there is one */
  const findLost = async (): Promise<boolean> => {
    const key = openAttempt();
    const lost = key ? (await call(orderOfKey, { key })).data : null;
    if (lost) await leadTo(lost, t("Your last order went through"));
    return lost !== null;
  };

  const place = (request: OrderRequest) =>
    alone(async () => {
      try {
        const idempotencyKey = keyOfAttempt();
        const { data, message } = await insist(() => call(cashOnDelivery, request, { idempotencyKey }));
        await leadTo(data, message);
      } catch (error) {
        // Still no response, or a 422 because an earlier try got through: the order may exist.
        if (isRefusal(error) || !(await findLost())) throw error;
      }
    }, failed);

  // An earlier attempt got no response, or the cart has become empty: the order may exist. Looking places none.
  const look = useRef(() => alone(findLost, failed));
  useEffect(() => {
    if (openAttempt()) void look.current();
  }, []);
  useEffect(() => {
    if (cartIsEmpty && openAttempt()) void look.current();
  }, [cartIsEmpty]);

  return { place, busy, conflict, settle: () => setConflict(null) };
}

/** Whether the shop explicitly refused to place the order. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallError && [400, 404, 409].includes(error.status);
}

/** What changed in the shop meanwhile, if that is why the order was refused. */
export function conflictOf(error: unknown): OrderConflict | null {
  const details = detailsOf(error, 409);
  // Other refusals with this status have no reason.
  return details && "reason" in details ? (details as OrderConflict) : null;
}
