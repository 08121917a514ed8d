import { useEffect, useRef, useState } from "react";
import { formatCents, formatDollars } from "#shared/money.ts";
import { Choice } from "#ui/choice.tsx";
import { classNames } from "#ui/class-names.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { messageOf } from "#web/call.ts";
import { useToday } from "#web/use-today.ts";
import { t } from "#words/t.ts";
import type { Slot } from "../contract.ts";
import { dayFromToday, hoursOf } from "../slots/rules.ts";
import { NOT_LOADED, type CheckoutDelivery } from "./use-checkout-delivery.ts";

interface DeliveryChoiceProps {
  delivery: CheckoutDelivery;
  /** How often the shopper tried to pay although something is missing here: each time, this part is marked and focused. */
  missed: number;
}

/** Way and time of the order in the checkout. Loaded only where there is something to choose. */
export default function DeliveryChoice({ delivery, missed }: DeliveryChoiceProps) {
  const { offer, way, pickupOnly, setWay, hasTimes, missing: why } = delivery;
  const section = useRef<HTMLElement>(null);
  const isMissing = missed > 0 && why !== "";
  useEffect(() => {
    if (missed > 0) section.current?.focus();
  }, [missed]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="delivery-title"
      className={classNames("panel scroll-mt-24 p-5 md:p-6", isMissing && "border-tomato outline-1 outline-tomato")}
    >
      <h2 id="delivery-title" className="heading mb-3.5 text-xl">
        {way === "collection" ? t("Pickup") : t("Delivery")}
      </h2>
      {delivery.isUnknown ? (
        <TryAgain title={NOT_LOADED} again={delivery.readAgain} />
      ) : !offer ? (
        <Skeleton className="h-24 rounded-card" />
      ) : (
        <div className="flex flex-col gap-2.5">
          {pickupOnly && <p className="whitespace-pre-line text-ink-2">{offer.collection?.address}</p>}
          {offer.collection && !pickupOnly && (
            <>
              <Choice name="way" value="delivery" checked={way === "delivery"} onChange={() => setWay("delivery")}>
                <b className="font-bold">{t("Delivery")}</b>
                <span className="block text-ink-2">{wordsOf(delivery)}</span>
              </Choice>
              <Choice name="way" value="collection" checked={way === "collection"} onChange={() => setWay("collection")}>
                <b className="font-bold">{t("Pick up at the shop")}</b>
                <span className="block whitespace-pre-line text-ink-2">{offer.collection.address}</span>
              </Choice>
            </>
          )}
          {!offer.collection && offer.delivery && <p className="text-ink-2">{deliveryInWords(delivery)}</p>}
          {way === "delivery" && why !== "" && (!hasTimes || delivery.missingCents > 0) && (
            <p role="alert" className="font-semibold text-tomato">
              {why}
            </p>
          )}
          {hasTimes && <Times key={way} delivery={delivery} isMissing={isMissing} />}
        </div>
      )}
    </section>
  );
}

function wordsOf(delivery: CheckoutDelivery): string {
  if (!delivery.hasDestination) return t("To an address that you add");
  return delivery.offer?.delivery ? deliveryInWords(delivery) : t("Not available for this address");
}

function deliveryInWords({ offer, deliveryFeeCents: feeCents }: CheckoutDelivery): string {
  const { zone = "", freeFrom = null } = offer?.delivery ?? {};
  if (feeCents === 0) return `${zone} · ${t("Free")}`;
  const fee = `${zone} · ${formatCents(feeCents)}`;
  return freeFrom === null ? fee : `${fee}, ${t("free from {amount}", { amount: formatDollars(freeFrom) })}`;
}

/** A delivery time with this many places left, or fewer, says so. */
const FEW = 3;

function Times({ delivery, isMissing }: { delivery: CheckoutDelivery; isMissing: boolean }) {
  const { slots, slot, setSlot, missingTime } = delivery;
  const today = useToday();
  const [shownDay, setShownDay] = useState<string>();
  if (slots.isError && !slots.data)
    return <TryAgain title={t("We couldn't load the times")} message={messageOf(slots.error)} again={() => void slots.refetch()} />;
  if (!slots.data) return <Skeleton className="h-40 rounded-card" />;
  const days = [...Map.groupBy(slots.data, ({ day }) => day)];
  if (days.length === 0) return <p className="font-semibold text-tomato">{t("There are no times to choose from right now.")}</p>;
  const day =
    days.find(([name]) => name === (shownDay ?? slot?.day)) ?? days.find(([, times]) => times.some(({ left }) => left > 0)) ?? days[0]!;
  return (
    <div className="mt-1 min-w-0">
      {isMissing && missingTime && (
        <p role="alert" className="mb-2 font-semibold text-tomato">
          {missingTime}
        </p>
      )}
      <fieldset aria-label={t("Days")} className="-mx-1 min-w-0 flex gap-2 overflow-x-auto px-1 py-1">
        {days.map(([name, times]) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === day[0]}
            onClick={() => setShownDay(name)}
            className={classNames(
              "min-h-11 shrink-0 rounded-control border px-3.5 font-semibold whitespace-nowrap",
              name === day[0] ? "border-leaf bg-leaf-tint text-leaf" : "border-line-2 bg-surface hover:bg-sunken",
              times.every(({ left }) => left === 0) && "text-ink-3",
            )}
          >
            {dayFromToday(name, today)}
          </button>
        ))}
      </fieldset>
      <fieldset aria-label={t("Times, {day}", { day: dayFromToday(day[0], today) })} className="mt-2.5 grid min-w-0 gap-2.5 sm:grid-cols-2">
        {day[1].map((one) => (
          <Time key={one.id} slot={one} isChosen={one.id === slot?.id} choose={() => setSlot(one.id)} />
        ))}
      </fieldset>
    </div>
  );
}

function Time({ slot, isChosen, choose }: { slot: Slot; isChosen: boolean; choose: () => void }) {
  const isFull = slot.left === 0;
  return (
    <Choice name="slot" value={slot.id} checked={isChosen} disabled={isFull && !isChosen} onChange={choose}>
      <span className={isFull && !isChosen ? "text-ink-3" : "font-semibold"}>{hoursOf(slot)}</span>
      {isFull && !isChosen && <span className="ml-2 text-sm text-ink-2">{t("Full")}</span>}
      {!isFull && slot.left <= FEW && (
        <span className="ml-2 text-sm font-semibold text-marigold-ink">{t("{left} left", { left: slot.left })}</span>
      )}
    </Choice>
  );
}
