import { Suspense, useState } from "react";
import { AddAddressTile } from "#features/addresses/pages/add-address-tile.tsx";
import { AddressLines } from "#features/addresses/pages/address-lines.tsx";
import { useAddresses } from "#features/addresses/pages/use-addresses.ts";
import { isSameAddress } from "#features/addresses/rules.ts";
import type { OrderDetails } from "#features/orders/contract.ts";
import { Choice } from "#ui/choice.tsx";
import { Reload } from "#ui/failure/reload.tsx";
import { ProgressLine } from "#ui/progress-line.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";
import type { ChangeDraft } from "./use-change.ts";

const AddressDialog = lazy(() => import("#features/addresses/pages/address-dialog.tsx"));

/** Where the order goes: to its address, or to another one of the shopper. */
export function ChangeAddress({ order, wanted: { addressId, setAddress, way } }: { order: OrderDetails; wanted: ChangeDraft }) {
  const [adding, setAdding] = useState(false);
  const { data, isError, refetch } = useAddresses();
  const hasFailed = isError && !data;
  const others = (data ?? []).filter((address) => !isSameAddress(address, order.delivery_address));
  // An order that was to be picked up may have none.
  const hasAddress = order.delivery_address.address_line !== "";
  if (way === "collection") return null;
  return (
    <section aria-labelledby="deliver-to" className="panel p-5 md:p-6">
      <h2 id="deliver-to" className="heading mb-3.5 text-xl">
        {t("Deliver to")}
      </h2>
      <div className="flex flex-col gap-2.5">
        {hasAddress && (
          <Choice name="address" value="" checked={addressId === undefined} onChange={() => setAddress(undefined)}>
            <AddressLines address={order.delivery_address} />
          </Choice>
        )}
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
        {hasFailed && <Reload again={() => void refetch()} className="" />}
        <AddAddressTile onClick={() => setAdding(true)} />
      </div>
      <Suspense fallback={<ProgressLine />}>
        {adding && <AddressDialog onClose={() => setAdding(false)} onSaved={(address) => setAddress(address._id)} />}
      </Suspense>
    </section>
  );
}
