import { Suspense, useState } from "react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { Reload } from "#ui/failure/reload.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { lazy } from "#web/loading/lazy.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { t } from "#words/t.ts";
import type { Address } from "../contract.ts";
import { AddAddressTile } from "./add-address-tile.tsx";
import { AddressLines } from "./address-lines.tsx";
import { dropAddress, useAddresses } from "./use-addresses.ts";

const AddressDialog = lazy(() => import("./address-dialog.tsx"));

export const meta = privateMeta(t("Address [page]"));

/** The saved addresses (ADDR-1 to ADDR-4). */
export default function Addresses() {
  const { data, isError, refetch } = useAddresses();
  const [edited, setEdited] = useState<Address | "new" | null>(null);
  const add = () => setEdited("new");
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 className="heading text-3xl">{t("Address [page]")}</h1>
        <Button kind="outline" onClick={add}>
          <Plus aria-hidden className="size-5" />
          {t("Add Address")}
        </Button>
      </div>
      {isError && !data ? (
        <Reload again={() => void refetch()} />
      ) : (
        <ul className="grid gap-3.5 sm:grid-cols-2">
          {data ? (
            data.map((address) => <AddressItem key={address._id} address={address} edit={() => setEdited(address)} />)
          ) : (
            <Skeletons />
          )}
          {/* Not before the addresses have loaded: they would push it down. */}
          {data && (
            <li>
              <AddAddressTile onClick={add} className="h-full min-h-29" />
            </li>
          )}
        </ul>
      )}
      <Suspense fallback={null}>
        {edited && <AddressDialog known={edited === "new" ? undefined : edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </>
  );
}

function AddressItem({ address, edit }: { address: Address; edit: () => void }) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    await dropAddress(address);
    setBusy(false);
  };
  return (
    <li className="panel flex min-h-29 items-start gap-2 rounded-card p-4.5">
      <div className="min-w-0 flex-1">
        <AddressLines address={address} />
      </div>
      <div className="-mt-2 -mr-2 flex">
        <Button kind="plain" size="icon" aria-label={t("Edit {address_line}", { address_line: address.address_line })} onClick={edit}>
          <Pencil aria-hidden className="size-4.5" />
        </Button>
        <Button
          kind="plain"
          size="icon"
          aria-label={t("Remove {address_line}", { address_line: address.address_line })}
          disabled={busy}
          onClick={() => void remove()}
          className="hover:text-tomato"
        >
          <Trash2 aria-hidden className="size-4.5" />
        </Button>
      </div>
    </li>
  );
}

function Skeletons() {
  return (
    <>
      <li aria-busy="true" aria-label={t("Loading your addresses")}>
        <Skeleton className="h-29 rounded-card" />
      </li>
      <li aria-hidden>
        <Skeleton className="h-29 rounded-card" />
      </li>
    </>
  );
}
