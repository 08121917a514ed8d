import { useState } from "react";
import { TextField } from "#ui/field.tsx";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import type { PlanFields } from "../../contract.ts";
import { PlanDialog } from "./plan-dialog.tsx";
import { TimesField } from "./times-field.tsx";

type Pickup = NonNullable<PlanFields["collection"]>;

interface PickupDialogProps {
  collection: PlanFields["collection"];
  /** Returns why it was not saved; empty if it was. */
  save: (collection: Pickup) => Promise<string>;
  onClose: () => void;
}

/** Offers pickup at the shop, or edits it. Loaded on demand. */
export default function PickupDialog({ collection, save, onClose }: PickupDialogProps) {
  const { address: shopAddress } = useFace();
  const [address, setAddress] = useState(collection?.address ?? shopAddress);
  const [times, setTimes] = useState<Pickup["times"]>(collection?.times ?? []);
  const submit = () => (address.trim() ? save({ address, times }) : Promise.resolve(t("Enter where orders are picked up")));
  return (
    <PlanDialog title={t("Pickup at the shop")} save={submit} onClose={onClose}>
      <TextField
        label={t("Where orders are picked up")}
        rows={3}
        maxLength={300}
        value={address}
        hint={t("Shoppers see it in the checkout, on the order and in its email.")}
        onChange={({ target }) => setAddress(target.value)}
      />
      <TimesField times={times} onChange={setTimes} none={t("Without times, shoppers don't choose when they come.")} />
    </PlanDialog>
  );
}
