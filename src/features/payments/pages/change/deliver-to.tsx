import { AddressLines } from "#features/addresses/pages/address-lines.tsx";
import { useAddresses } from "#features/addresses/pages/use-addresses.ts";
import type { OrderDetails } from "#features/orders/contract.ts";
import { Choice } from "#ui/choice.tsx";
import { t } from "#words/t.ts";
import type { Wanted } from "./use-change.ts";

const inOneLine = ({ address_line, city, pincode, mobile }: OrderDetails["delivery_address"]) =>
  [address_line, city, pincode, mobile].join("\n");

/** Where the order goes: to its address, or to another one of the shopper. */
export function DeliverTo({ order, wanted: { addressId, setAddress } }: { order: OrderDetails; wanted: Wanted }) {
  const { data = [] } = useAddresses();
  const others = data.filter((address) => inOneLine(address) !== inOneLine(order.delivery_address));
  if (order.delivery?.way === "collection" || others.length === 0) return null;
  return (
    <section aria-labelledby="deliver-to" className="panel p-5 md:p-6">
      <h2 id="deliver-to" className="heading mb-3.5 text-xl">
        {t("Deliver to")}
      </h2>
      <div className="flex flex-col gap-2.5">
        <Choice name="address" value="" checked={addressId === undefined} onChange={() => setAddress(undefined)}>
          <AddressLines address={order.delivery_address} />
        </Choice>
        {others.map((address) => (
          <Choice
            key={address._id}
            name="address"
            value={address._id}
            checked={addressId === address._id}
            onChange={() => setAddress(address._id)}
          >
            <AddressLines address={address} />
          </Choice>
        ))}
      </div>
    </section>
  );
}
