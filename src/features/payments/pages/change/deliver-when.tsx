import { useAddresses } from "#features/addresses/pages/use-addresses.ts";
import { useDeliveryOffer } from "#features/delivery/pages/use-offer.ts";
import { destinationOf } from "#features/delivery/zones/rules.ts";
import type { OrderDetails } from "#features/orders/contract.ts";
import { NotLoaded } from "#ui/panel.tsx";
import { t } from "#words/t.ts";
import { DeliveryFields } from "./delivery-fields.tsx";
import type { ChangeDraft } from "./use-change.ts";

/** Whether the order is delivered or picked up, and when; nothing if there is nothing to choose. */
export function DeliverWhen({ order, wanted: { addressId, way, setWay, slot, setSlot } }: { order: OrderDetails; wanted: ChangeDraft }) {
  const { data: addresses } = useAddresses();
  const destination = destinationOf(addresses?.find(({ _id }) => _id === addressId) ?? order.delivery_address);
  const offered = useDeliveryOffer(destination);
  const offer = offered.data;
  const hasWays = Boolean(offer?.collection) || order.delivery?.way === "collection";
  if (offer ? !hasWays && !offer.delivery?.hasTimes : !offered.isError) return null;
  return (
    <section aria-labelledby="when" className="panel p-5 md:p-6">
      <h2 id="when" className="heading mb-3.5 text-xl">
        {way === "collection" ? t("Pickup") : t("Delivery")}
      </h2>
      {offer ? (
        <DeliveryFields
          order={order}
          offer={offer}
          destination={destination}
          way={way}
          setWay={setWay}
          slot={slot}
          setSlot={setSlot}
          isElsewhere={addressId !== undefined}
        />
      ) : (
        <NotLoaded again={() => void offered.refetch()} />
      )}
    </section>
  );
}
