import { TextField } from "#ui/field.tsx";
import { GroupForm } from "./group-form.tsx";
import { useSettingsForm, type KnownSettings } from "./use-settings-form.ts";

/** What follows from orders: who is told of them. */
export function OrdersGroup({ known }: { known: KnownSettings }) {
  const form = useSettingsForm(["orderEmails", "stockEmails"], known);
  const { values, errors, set } = form;
  return (
    <GroupForm title="Orders" lead="Who hears about new orders, and about products that run low." form={form}>
      <Addresses
        label="Email about new orders"
        hint="One address per line. Leave it empty to send none."
        addresses={values.orderEmails}
        onChange={(orderEmails) => set("orderEmails", orderEmails)}
        error={errors.orderEmails}
      />
      <Addresses
        label="Email about low stock"
        hint="One address per line. A product is named once, when it comes down to the number under Stock and sales."
        addresses={values.stockEmails}
        onChange={(stockEmails) => set("stockEmails", stockEmails)}
        error={errors.stockEmails}
      />
    </GroupForm>
  );
}

interface AddressesProps {
  label: string;
  hint: string;
  addresses: readonly string[];
  onChange: (addresses: string[]) => void;
  error: string | undefined;
}

function Addresses({ label, hint, addresses, onChange, error }: AddressesProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      rows={2}
      inputMode="email"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      value={addresses.join("\n")}
      onChange={({ target }) => onChange(target.value === "" ? [] : target.value.split("\n"))}
      error={error}
    />
  );
}
