import { useForm } from "react-hook-form";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { tellRefusal } from "#web/form-refusal.ts";
import type { Address, AddressFields } from "../contract.ts";
import { saveAddress } from "./use-addresses.ts";

/** The fields in order, with the names by which browsers autofill them (ADDR-3). */
const FIELDS = [
  { name: "address_line", label: "Address Line", autoComplete: "address-line1", wide: true },
  { name: "city", label: "City", autoComplete: "address-level2", wide: false },
  { name: "state", label: "State", autoComplete: "address-level1", wide: false },
  { name: "pincode", label: "Pincode", autoComplete: "postal-code", wide: false },
  { name: "country", label: "Country", autoComplete: "country-name", wide: false },
  { name: "mobile", label: "Mobile No.", autoComplete: "tel", wide: true },
] as const;

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
  const { errors, isSubmitting } = form.formState;
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
      title={known ? "Edit Address" : "Add Address"}
      footer={
        <Button type="submit" form="address" size="large" busy={isSubmitting} className="w-full">
          Submit
        </Button>
      }
    >
      <form id="address" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 sm:grid-cols-2">
        {FIELDS.map(({ name, label, autoComplete, wide }) => (
          <Field
            key={name}
            label={label}
            autoComplete={autoComplete}
            type={name === "mobile" ? "tel" : "text"}
            required
            error={errors[name]?.message}
            className={wide ? "sm:col-span-2" : ""}
            {...form.register(name, { validate: (value) => value.trim() !== "" || `${label.replace(".", "")} is required` })}
          />
        ))}
      </form>
    </Dialog>
  );
}

function fieldsOf({ address_line, city, state, pincode, country, mobile }: Address): AddressFields {
  return { address_line, city, state, pincode, country, mobile };
}
