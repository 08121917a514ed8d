import { useDeliveryFee } from "#features/delivery/pages/use-offer.ts";
import type { Sums } from "../sums/rules.ts";
import { billOf } from "./bill.ts";
import type { Line } from "./engine/cart-state.ts";

/** What the cart costs, with delivery to the shopper's place if that is known. */
export function useBill(lines: readonly Line[]): Sums & { isFeeKnown: boolean } {
  const fee = useDeliveryFee(billOf(lines).itemsCents);
  return { ...billOf(lines, { deliveryFeeCents: fee ?? 0 }), isFeeKnown: fee !== undefined };
}
