import { useState } from "react";
import { MapPin } from "lucide-react";
import { formatCents, formatDollars } from "#shared/money.ts";
import { Button } from "#ui/button.tsx";
import { inputLook } from "#ui/field.tsx";
import { NotLoaded } from "#ui/panel.tsx";
import { classNames } from "#ui/class-names.ts";
import { useFace } from "#web/use-face.ts";
import { useToday } from "#web/use-today.ts";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";
import type { Offer, Slot } from "../contract.ts";
import { dayFromToday, hoursOf } from "../slots/rules.ts";
import { feeInWords } from "./words.ts";
import { chargeOf, useDeliveryOffer } from "./use-offer.ts";
import { rememberDestination, useDestination } from "./use-destination.ts";

/** Whether the shop delivers to the shopper, for how much and when next; asks for a postcode first. Loaded after the page. */
export default function DeliverToLine({ goodsCents }: { goodsCents?: number | undefined }) {
  const { pickupOnly } = useFace();
  const known = useDestination();
  const place = pickupOnly ? undefined : known;
  const { data: offer, isError, refetch } = useDeliveryOffer(place);
  const [editing, setEditing] = useState(false);
  if (offer === null) return null;
  const asks = !pickupOnly && (!place || editing);
  return (
    <section
      aria-label={pickupOnly ? t("Pickup") : t("Deliver to")}
      className="flex items-start gap-3 rounded-card border border-line bg-surface p-3.5"
    >
      <MapPin aria-hidden className={classNames("mt-0.5 size-5 shrink-0 text-leaf", asks && "md:mt-3")} />
      <div className="min-w-0 flex-1">
        {asks ? (
          <DestinationForm known={place?.name ?? ""} done={() => setEditing(false)} />
        ) : (
          <>
            {place && (
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="min-w-0 truncate">
                  {rich("Deliver to {place}", { place: <b className="font-semibold">{place.name}</b> })}
                </span>
                {!place.isAddress && (
                  <button type="button" onClick={() => setEditing(true)} className="touch font-semibold text-leaf hover:underline">
                    {t("Change")}
                  </button>
                )}
              </p>
            )}
            <div aria-live="polite" className="min-h-5 text-sm text-ink-2">
              {offer && <Offered offer={offer} place={place?.name} goodsCents={goodsCents} />}
              {!offer && isError && <NotLoaded again={() => void refetch()} />}
            </div>
          </>
        )}
      </div>
    </section>
  );
}

function DestinationForm({ known, done }: { known: string; done: () => void }) {
  const [text, setText] = useState(known);
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        rememberDestination(text.trim().slice(0, 60));
        done();
      }}
    >
      <label className="flex min-w-40 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{t("Deliver to")}</span>
        <input
          value={text}
          required
          maxLength={60}
          autoComplete="postal-code"
          placeholder={t("Postal code or city")}
          onChange={({ target }) => setText(target.value)}
          className={classNames(inputLook, "min-h-11! w-auto! min-w-36 flex-1")}
        />
      </label>
      <Button type="submit" kind="outline">
        {t("Check")}
      </Button>
    </form>
  );
}

interface OfferedProps {
  offer: Offer;
  /** Missing where orders can only be picked up. */
  place: string | undefined;
  goodsCents: number | undefined;
}

function Offered({ offer: { delivery, collection }, place, goodsCents }: OfferedProps) {
  const today = useToday();
  const charge = delivery && goodsCents ? chargeOf(delivery, goodsCents) : undefined;
  return (
    <>
      {delivery ? (
        <p>{[deliveryInWords(delivery), delivery.hasTimes && nextInWords(delivery.next, today)].filter(Boolean).join(" · ")}</p>
      ) : (
        place && <p className="font-semibold text-tomato">{t("We don't deliver to {place} yet.", { place })}</p>
      )}
      {charge && charge.missingCents > 0 ? (
        <p className="font-semibold text-tomato">
          {t("Add {missing} more to have it delivered.", { missing: formatCents(charge.missingCents) })}
        </p>
      ) : (
        charge?.missingForFreeCents && (
          <p className="font-semibold">
            {t("Add {missing} more for free delivery.", { missing: formatCents(charge.missingForFreeCents) })}
          </p>
        )
      )}
      {collection && (
        <p>
          {place ? t("Or pick it up at the shop, free") : t("Pick up your order at the shop, free")}
          {collection.hasTimes && ` · ${nextInWords(collection.next, today)}`}
        </p>
      )}
    </>
  );
}

/** `Delivery $3.50, free from $40.00, orders from $10.00`. */
const deliveryInWords = (delivery: NonNullable<Offer["delivery"]>): string =>
  feeInWords(delivery, delivery.fee === 0 ? t("Delivery: Free") : t("Delivery {fee}", { fee: formatDollars(delivery.fee) }));

/** `Next: Today, 4 PM–6 PM`. */
function nextInWords(next: Slot | null, today: string): string {
  return next ? t("Next: {day}, {hours}", { day: dayFromToday(next.day, today), hours: hoursOf(next) }) : t("No times are left right now");
}
