import { useQuery } from "@tanstack/react-query";
import { useAddresses } from "#features/addresses/pages/use-addresses.ts";
import { deliverySlots } from "#features/delivery/contract.ts";
import { slotInWords } from "#features/delivery/slots/rules.ts";
import type { OrderDetails } from "#features/orders/contract.ts";
import { SelectField } from "#ui/field.tsx";
import { call } from "#web/call.ts";
import { t } from "#words/t.ts";
import type { Wanted } from "./use-change.ts";

/** When the order comes or is collected; nothing where there are no times. */
export function DeliverWhen({ order, wanted: { addressId, slot, setSlot } }: { order: OrderDetails; wanted: Wanted }) {
  const { data: addresses } = useAddresses();
  const { pincode: postcode, city } = addresses?.find(({ _id }) => _id === addressId) ?? order.delivery_address;
  const way = order.delivery?.way ?? "delivery";
  const own = order.delivery?.slot;
  const { data: slots = [] } = useQuery({
    queryKey: ["delivery", "slots-for-change", way, postcode, city],
    queryFn: async () => (await call(deliverySlots, { way, postcode, city })).data,
    enabled: order.delivery !== undefined,
  });
  const free = slots.filter(({ id, left }) => left > 0 || id === own?.id);
  if (!order.delivery || (!own && free.length === 0)) return null;
  const isListed = free.some(({ id }) => id === (slot ?? own?.id));
  return (
    <section aria-labelledby="when" className="panel p-5 md:p-6">
      <h2 id="when" className="heading mb-3.5 text-xl">
        {way === "collection" ? t("Collection") : t("Delivery")}
      </h2>
      <SelectField
        label={t("Time")}
        value={isListed ? (slot ?? own?.id) : ""}
        onChange={({ target }) => setSlot(target.value || undefined)}
      >
        {!isListed && <option value="">{own && addressId === undefined ? slotInWords(own) : t("Choose a time")}</option>}
        {free.map((one) => (
          <option key={one.id} value={one.id}>
            {slotInWords(one)}
          </option>
        ))}
      </SelectField>
    </section>
  );
}
