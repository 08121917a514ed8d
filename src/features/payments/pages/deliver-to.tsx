import { Suspense, useEffect, useRef, useState } from "react";
import { Pencil } from "lucide-react";
import type { Address } from "#features/addresses/contract.ts";
import { AddAddressTile } from "#features/addresses/pages/add-address-tile.tsx";
import { AddressLines } from "#features/addresses/pages/address-lines.tsx";
import { useAddresses } from "#features/addresses/pages/use-addresses.ts";
import { Button } from "#ui/button.tsx";
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

/** The shopper's addresses, which can be edited, and the tile that adds one (CHK-1). */
export function DeliverTo({ chosen, choose, missed }: DeliverToProps) {
  const { data, isError, refetch } = useAddresses();
  const [edited, setEdited] = useState<Address | "new" | null>(null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (missed > 0) section.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [missed]);
  const isMissing = missed > 0 && !chosen;
  const edit = (address: Address | "new") => {
    // In the dialog the toast would cover the last field.
    toast.dismiss(REFUSAL);
    setEdited(address);
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
              <div key={address._id} className="relative">
                <Choice name="address" value={address._id} checked={address._id === chosen} onChange={() => choose(address._id)}>
                  <span className="block pr-8">
                    <AddressLines address={address} />
                  </span>
                </Choice>
                <Button
                  kind="plain"
                  size="icon"
                  aria-label={t("Edit {address_line}", { address_line: address.address_line })}
                  onClick={() => edit(address)}
                  className="absolute top-1.5 right-1.5"
                >
                  <Pencil aria-hidden className="size-4.5" />
                </Button>
              </div>
            ))
          ) : (
            <Skeleton className="h-24.5 rounded-card" />
          )}
          <AddAddressTile onClick={() => edit("new")} {...(isMissing && { describedBy: "no-address" })} />
        </div>
      )}
      <Suspense fallback={<ProgressLine />}>
        {edited && (
          <AddressDialog
            known={edited === "new" ? undefined : edited}
            onClose={() => setEdited(null)}
            onSaved={(address) => choose(address._id)}
          />
        )}
      </Suspense>
    </section>
  );
}
