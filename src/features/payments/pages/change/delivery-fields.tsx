import type { Offer, DeliveryWay } from "#features/delivery/contract.ts";
import { useSlots } from "#features/delivery/pages/use-offer.ts";
import { slotInWords } from "#features/delivery/slots/rules.ts";
import type { Destination } from "#features/delivery/zones/rules.ts";
import type { Order } from "#features/orders/contract.ts";
import { Choice } from "#ui/choice.tsx";
import { SelectField } from "#ui/field.tsx";
import { NotLoaded } from "#ui/panel.tsx";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";

interface DeliveryFieldsProps {
  order: Pick<Order, "delivery">;
  offer: Offer;
  destination: Destination;
  way: DeliveryWay;
  setWay: (way: DeliveryWay) => void;
  /** Undefined until a time is chosen: then the order keeps its own, if it has one of this way. */
  slot: string | undefined;
  setSlot: (slot: string | undefined) => void;
  /** Whether the order goes to a different address, which may have other times. */
  isElsewhere: boolean;
}

/** How an order reaches its shopper: delivered or picked up, and at which time. */
export function DeliveryFields({ order: { delivery }, offer, destination, way, setWay, slot, setSlot, isElsewhere }: DeliveryFieldsProps) {
  const { pickupOnly } = useFace();
  const { hasTimes = false } = (way === "collection" ? offer.collection : offer.delivery) ?? {};
  const agreed = delivery?.way === way ? delivery.slot : null;
  const slots = useSlots(destination, way, hasTimes);
  const free = (slots.data ?? []).filter(({ id, left }) => left > 0 || id === agreed?.id);
  const own = isElsewhere && !free.some(({ id }) => id === agreed?.id) ? null : agreed;
  const isListed = free.some(({ id }) => id === (slot ?? own?.id));
  const mayBePickedUp = offer.collection !== null || delivery?.way === "collection";
  return (
    <div className="flex flex-col gap-2.5">
      {mayBePickedUp && (
        <>
          {(!pickupOnly || delivery?.way !== "collection") && (
            <Choice name="way" value="delivery" checked={way === "delivery"} onChange={() => setWay("delivery")}>
              <b className="font-bold">{t("Delivery")}</b>
            </Choice>
          )}
          <Choice name="way" value="collection" checked={way === "collection"} onChange={() => setWay("collection")}>
            <b className="font-bold">{t("Pick up at the shop")}</b>
            <span className="block whitespace-pre-line text-ink-2">{offer.collection?.address ?? delivery?.address}</span>
          </Choice>
        </>
      )}
      {hasTimes && slots.isError && !slots.data && <NotLoaded again={() => void slots.refetch()} />}
      {(hasTimes || own) && (
        <SelectField
          label={t("Time")}
          value={isListed ? (slot ?? own?.id) : ""}
          onChange={({ target }) => setSlot(target.value || undefined)}
        >
          {!isListed && <option value="">{own ? slotInWords(own) : t("Choose a time")}</option>}
          {free.map((one) => (
            <option key={one.id} value={one.id}>
              {slotInWords(one)}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}
