import { lazy, Suspense, useState } from "react";
import { AddAddressTile } from "#features/addresses/pages/add-address-tile.tsx";
import { AddressLines } from "#features/addresses/pages/address-lines.tsx";
import { useAddresses } from "#features/addresses/pages/use-addresses.ts";
import { Choice } from "#ui/choice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TryAgain } from "#ui/try-again.tsx";

const AddressDialog = lazy(() => import("#features/addresses/pages/address-dialog.tsx"));

interface DeliverToProps {
  chosen: string | undefined;
  choose: (addressId: string) => void;
}

/** The shopper's addresses, and the tile that adds one (CHK-1). */
export function DeliverTo({ chosen, choose }: DeliverToProps) {
  const { data, isError, refetch } = useAddresses();
  const [adding, setAdding] = useState(false);
  return (
    <section aria-labelledby="deliver-to" className="panel p-5 md:p-6">
      <h2 id="deliver-to" className="heading mb-3.5 text-xl">
        Deliver to
      </h2>
      {isError && !data ? (
        <TryAgain title="Your addresses could not be loaded" again={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-2.5">
          {data ? (
            data.map((address) => (
              <Choice
                key={address._id}
                name="address"
                value={address._id}
                checked={address._id === chosen}
                onChange={() => choose(address._id)}
              >
                <AddressLines address={address} />
              </Choice>
            ))
          ) : (
            <Skeleton className="h-24.5 rounded-card" />
          )}
          <AddAddressTile onClick={() => setAdding(true)} />
        </div>
      )}
      <Suspense fallback={null}>
        {adding && <AddressDialog onClose={() => setAdding(false)} onSaved={(address) => choose(address._id)} />}
      </Suspense>
    </section>
  );
}
