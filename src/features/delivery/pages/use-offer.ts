import { useQuery } from "@tanstack/react-query";
import { toCents } from "#shared/money.ts";
import { call } from "#web/call.ts";
import { queries } from "#web/queries.ts";
import { useFace } from "#web/use-face.ts";
import { deliveryOffer, deliverySlots, type Offer, type DeliveryWay } from "../contract.ts";
import { feeOf, missingCents } from "../rules.ts";
import type { Destination } from "../zones/rules.ts";
import { useDestination } from "./use-destination.ts";

/** What the shop offers a place; the data is undefined while it loads, null while delivery is free everywhere. */
export function useDeliveryOffer(destination: Destination | undefined) {
  const { delivers } = useFace();
  const { postcode = "", city = "", district = "" } = destination ?? {};
  const { data, isError, errorUpdateCount, refetch } = useQuery({
    queryKey: ["delivery", "offer", postcode, city, district],
    queryFn: async () => (await call(deliveryOffer, { postcode, city, district })).data,
    enabled: delivers,
  });
  return { data: delivers ? data : null, isError, hasFailed: errorUpdateCount > 0, refetch };
}

/** The times of a place that can be chosen now; undefined while they load. */
export function useSlots(destination: Destination | undefined, way: DeliveryWay, isNeeded: boolean) {
  const { postcode = "", city = "", district = "" } = destination ?? {};
  return useQuery({
    queryKey: ["delivery", "slots", way, postcode, city, district],
    queryFn: async () => (await call(deliverySlots, { way, postcode, city, district })).data,
    enabled: isNeeded,
    staleTime: 10_000,
    refetchInterval: 60_000,
  });
}

/** Reads offers and times again, after an order was refused because of them. */
export const readDeliveryAgain = () => queries.invalidateQueries({ queryKey: ["delivery"] });

interface Charge {
  feeCents: number;
  /** How much is missing to reach the smallest order; 0 if nothing is. */
  missingCents: number;
  /** How much is missing until it is delivered free; undefined if it is already, or never is. */
  missingForFreeCents: number | undefined;
}

/** What an offered zone charges for goods worth this much. */
export function chargeOf({ fee, freeFrom, minimum }: NonNullable<Offer["delivery"]>, goodsCents: number): Charge {
  const freeFromCents = freeFrom === null ? null : toCents(freeFrom);
  const feeCents = feeOf({ feeCents: toCents(fee), freeFromCents }, goodsCents);
  return {
    feeCents,
    missingCents: missingCents({ minimumCents: toCents(minimum) }, goodsCents),
    missingForFreeCents: feeCents > 0 && freeFromCents !== null ? freeFromCents - goodsCents : undefined,
  };
}

/** What delivery to the shopper's place costs for goods worth this much; undefined while that is not known, or it is not delivered to. */
export function useDeliveryFee(goodsCents: number): number | undefined {
  const { freeDelivery } = useFace();
  const destination = useDestination();
  const { data: offer } = useDeliveryOffer(destination);
  if (destination && offer?.delivery) return chargeOf(offer.delivery, goodsCents).feeCents;
  return freeDelivery ? 0 : undefined;
}
