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

/** What an offered zone charges for goods worth this much, and how much is missing to reach its smallest order, in cents. */
export function chargeOf(delivery: NonNullable<Offer["delivery"]>, goodsCents: number): { feeCents: number; missingCents: number } {
  const { fee, freeFrom, minimum } = delivery;
  return {
    feeCents: feeOf({ feeCents: toCents(fee), freeFromCents: freeFrom === null ? null : toCents(freeFrom) }, goodsCents),
    missingCents: missingCents({ minimumCents: toCents(minimum) }, goodsCents),
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
