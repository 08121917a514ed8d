import { useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import type { Address } from "#features/addresses/contract.ts";
import { formatCents } from "#shared/money.ts";
import { useFace } from "#web/use-face.ts";
import { useTabChoice } from "#web/use-tab-choice.ts";
import { t } from "#words/t.ts";
import type { Offer, DeliveryWay } from "../contract.ts";
import { destinationOf } from "../zones/rules.ts";
import { chargeOf, readDeliveryAgain, useDeliveryOffer, useSlots } from "./use-offer.ts";

export const NOT_LOADED = t("We couldn't load the delivery options");

/** How the order in the checkout reaches the shopper, and what is still missing. */
export function useCheckoutDelivery(address: Address | undefined, goodsCents: number) {
  const { delivers: isOn, freeDelivery, pickupOnly = false } = useFace();
  const { revalidate } = useRevalidator();
  const destination = address && destinationOf(address);
  const offered = useDeliveryOffer(destination);
  const offer = offered.data ?? undefined;
  const hasFailed = isOn && !offer && offered.hasFailed;
  const isUnknown = hasFailed && offered.isError;
  const [storedWay, setWay] = useTabChoice("checkout-way");
  const [slotId, storeSlot] = useTabChoice("checkout-slot");
  const [isSlotGone, setSlotGone] = useState(false);
  const [timesGone, setTimesGone] = useState(0);
  const way: DeliveryWay = pickupOnly || (storedWay === "collection" && offer?.collection) ? "collection" : "delivery";
  const chosen = way === "collection" ? offer?.collection : offer?.delivery;
  const hasTimes = chosen?.hasTimes ?? false;
  const slots = useSlots(destination, way, hasTimes && (destination !== undefined || way === "collection"));
  const slot = hasTimes ? slots.data?.find(({ id }) => id === slotId) : undefined;
  const { feeCents, missingCents } = offer?.delivery ? chargeOf(offer.delivery, goodsCents) : { feeCents: 0, missingCents: 0 };
  const terms = useSeenTerms(way === "collection" ? way : address?._id, chosen ?? undefined);

  const noTime = isSlotGone ? t("The time you chose is no longer available. Choose another one.") : t("Please choose a time");
  const missingTime = hasTimes && !slot ? noTime : "";
  const whyNot = (): string => {
    if (isUnknown) return NOT_LOADED;
    if (!offer) return "";
    if (way === "delivery" && !destination) return "";
    if (way === "delivery" && !offer.delivery)
      return offer.collection
        ? t("We don't deliver to this address. Choose another one, or pick up your order.")
        : t("We don't deliver to this address. Choose another one.");
    if (way === "delivery" && missingCents > 0)
      return t("Add {amount} more to your cart to have it delivered", { amount: formatCents(missingCents) });
    return missingTime;
  };
  const setSlot = (id: string) => {
    storeSlot(id);
    setSlotGone(false);
  };
  /** Reads everything again after an order was refused. A time that is gone has to be chosen again. */
  const settle = useCallback(
    (conflict: { reason: string; problem?: string }) => {
      if (conflict.problem === "slot gone") {
        storeSlot("");
        setSlotGone(true);
        setTimesGone((times) => times + 1);
      }
      void readDeliveryAgain();
      // Delivery may have been switched on or off.
      void revalidate();
    },
    [storeSlot, revalidate],
  );
  return {
    /** False while delivery is free everywhere: there is nothing to choose. */
    isOn,
    /** Whether an address is known, which delivery needs and pickup does not. */
    hasDestination: destination !== undefined,
    isPending: isOn && (pickupOnly || destination !== undefined) && offer === undefined && !isUnknown,
    /** What is offered could not be loaded; `readAgain` tries again. */
    isUnknown,
    /** As before, also while it is tried again. */
    hasFailed,
    readAgain: () => void offered.refetch(),
    offer,
    way,
    /** Whether there is no other way than pickup. */
    pickupOnly,
    setWay: (next: DeliveryWay) => {
      setWay(next);
      setSlotGone(false);
    },
    slots,
    slot,
    setSlot,
    hasTimes,
    /** Whether it arrives after some days, as no time can be chosen. */
    arrives: way === "delivery" && (!isOn || offer?.delivery?.hasTimes === false),
    settle,
    /** The fee of the chosen way. */
    feeCents: way === "delivery" ? feeCents : 0,
    /** False until there is an address that is delivered to. */
    isFeeKnown: way === "collection" || freeDelivery || Boolean(destination && offer?.delivery),
    deliveryFeeCents: feeCents,
    missingCents,
    /** Why the order can't be placed yet; empty if nothing is missing. */
    missing: whyNot(),
    /** Why a time has to be chosen; empty if none is missing. */
    missingTime,
    /** How often an order was refused because its time was gone. */
    timesGone,
    /** What to send with the order. */
    asked: isOn ? { delivery: { way, ...(slot && { slot: slot.id }) } } : {},
    /** What changed since the shopper saw it, one sentence each. */
    changes: terms.changes,
    accept: terms.accept,
  };
}

export type CheckoutDelivery = ReturnType<typeof useCheckoutDelivery>;

interface SeenTerms {
  fee: string;
  hasTimes: boolean;
}

/** Notices when fee and times of an address, or of pickup, differ from those that the shopper has seen. */
function useSeenTerms(of: string | undefined, offered: NonNullable<Offer["delivery" | "collection"]> | undefined) {
  const [seen, setSeen] = useState<Readonly<Record<string, SeenTerms>>>({});
  const known = of === undefined ? undefined : seen[of];
  const now = offered && { fee: "fee" in offered ? JSON.stringify([offered.fee, offered.freeFrom]) : "", hasTimes: offered.hasTimes };
  const accept = () => {
    if (of !== undefined && now) setSeen((before) => ({ ...before, [of]: now }));
  };
  if (known === undefined) accept();
  const changes: string[] = [];
  if (known && now && known.fee !== now.fee) changes.push(t("The delivery fee has changed. The summary shows what you pay now"));
  if (known && now && known.hasTimes && !now.hasTimes) changes.push(t("You can no longer choose a time for this order"));
  return { changes, accept };
}
