import { useState } from "react";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { SaveButtons } from "#ui/dialogs/save-buttons.tsx";
import { TextField } from "#ui/field.tsx";
import { Failure } from "#ui/failure.tsx";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import type { PlanFields } from "../../contract.ts";
import { TimesField } from "./times-field.tsx";

type Collection = NonNullable<PlanFields["collection"]>;

interface CollectionDialogProps {
  collection: PlanFields["collection"];
  /** Returns why it was not saved; empty if it was. */
  save: (collection: Collection) => Promise<string>;
  onClose: () => void;
}

/** Offers pickup at the shop, or edits it. Loaded on demand. */
export default function CollectionDialog({ collection, save, onClose }: CollectionDialogProps) {
  const { address: shopAddress } = useFace();
  const [address, setAddress] = useState(collection?.address ?? shopAddress);
  const [times, setTimes] = useState<Collection["times"]>(collection?.times ?? []);
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (!address.trim()) return setFailure(t("Enter where orders are picked up"));
    setBusy(true);
    const failed = await save({ address, times });
    setBusy(false);
    setFailure(failed);
    if (!failed) onClose();
  };
  return (
    <Dialog
      wide
      open
      guarded
      onOpenChange={(open) => !open && onClose()}
      title={t("Pickup at the shop")}
      footer={<SaveButtons form="collection" busy={busy} onCancel={onClose} />}
    >
      <form
        id="collection"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Failure>{failure}</Failure>
        <TextField
          label={t("Where orders are picked up")}
          rows={3}
          maxLength={300}
          value={address}
          hint={t("Shoppers see it in the checkout, on the order and in its email.")}
          onChange={({ target }) => setAddress(target.value)}
        />
        <TimesField times={times} onChange={setTimes} none={t("Without times, shoppers don't choose when they come.")} />
      </form>
    </Dialog>
  );
}
