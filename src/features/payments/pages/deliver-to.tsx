import { Suspense, useEffect, useRef, useState } from "react";
import { AddAddressTile } from "#features/addresses/pages/add-address-tile.tsx";
import { AddressLines } from "#features/addresses/pages/address-lines.tsx";
import { useAddresses } from "#features/addresses/pages/use-addresses.ts";
import { Choice } from "#ui/choice.tsx";
import { classNames } from "#ui/class-names.ts";
import { Reload } from "#ui/failure/reload.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast/toast.ts";
import { ProgressLine } from "#ui/progress-line.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { t } from "#words/t.ts";

/** Shown to a shopper who pays without an address (CHK-4). */
export const NO_ADDRESS = t("Please select an address");
/** The toast that says what is missing: only the last one is shown. */
export const REFUSAL = "checkout-refusal";

const AddressDialog = lazy(() => import("#features/addresses/pages/address-dialog.tsx"));

interface DeliverToProps {
  chosen: string | null | undefined;
  choose: (addressId: string) => void;
  /** How often the shopper tried to pay without an address: each time marks and focuses this place (CHK-4). */
  missed: number;
}

/** The shopper's addresses, and the tile that adds one (CHK-1). */
export function DeliverTo({ chosen, choose, missed }: DeliverToProps) {
  const { data, isError, refetch } = useAddresses();
  const [adding, setAdding] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (missed > 0) section.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [missed]);
  const isMissing = missed > 0 && !chosen;
  const add = () => {
    // In the dialog the toast would cover the last field.
    toast.dismiss(REFUSAL);
    setAdding(true);
  };
  return (
    <section
      ref={section}
      aria-labelledby="deliver-to"
      className={classNames("panel p-5 md:p-6", isMissing && "border-tomato outline-1 outline-tomato")}
    >
      <h2 id="deliver-to" className="heading mb-3.5 text-xl">
        {t("Deliver to")}
      </h2>
      {isMissing && (
        <p id="no-address" className="-mt-1.5 mb-3 font-semibold text-tomato">
          {NO_ADDRESS}
        </p>
      )}
      {isError && !data ? (
        <Reload again={() => void refetch()} className="" />
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
          <AddAddressTile onClick={add} {...(isMissing && { describedBy: "no-address" })} />
        </div>
      )}
      <Suspense fallback={<ProgressLine />}>
        {adding && <AddressDialog onClose={() => setAdding(false)} onSaved={(address) => choose(address._id)} />}
      </Suspense>
    </section>
  );
}
