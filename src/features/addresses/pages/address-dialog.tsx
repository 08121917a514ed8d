import { useForm } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { t } from "#words/t.ts";
import type { Address, AddressFields } from "../contract.ts";
import { AddressInputs, fieldsOf } from "./address-inputs.tsx";
import { saveAddress } from "./use-addresses.ts";

const EMPTY: AddressFields = { address_line: "", city: "", state: "", pincode: "", country: "", mobile: "" };

interface AddressDialogProps {
  /** The address to edit; a new one is added without it. */
  known?: Address | undefined;
  onClose: () => void;
  onSaved?: (address: Address) => void;
}

/** Adds or edits an address (ADDR-3). Loaded when it is opened. */
export default function AddressDialog({ known, onClose, onSaved }: AddressDialogProps) {
  const form = useForm({ defaultValues: known ? fieldsOf(known) : EMPTY });
  const { isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    try {
      const saved = await saveAddress(fields, known);
      onSaved?.(saved);
      onClose();
    } catch (error) {
      tellRefusal(error, form);
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={known ? t("Edit Address") : t("Add Address")}
      footer={
        <Button type="submit" form="address" size="large" busy={isSubmitting} className="w-full">
          {t("Submit [save]")}
        </Button>
      }
    >
      <form id="address" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 sm:grid-cols-2">
        <AddressInputs form={form} />
      </form>
    </Dialog>
  );
}
