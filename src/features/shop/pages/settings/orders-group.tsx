import { SelectField, TextField } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { GroupForm } from "./group-form.tsx";
import { useSettingsForm, type KnownSettings } from "./use-settings-form.ts";

/** Who is notified of orders, and what the checkout asks. */
export function OrdersGroup({ known }: { known: KnownSettings }) {
  const form = useSettingsForm(["orderEmails", "stockEmails", "staffLanguage", "askIfMissing"], known);
  const { values, errors, set } = form;
  return (
    <GroupForm title={t("Orders")} lead={t("Who hears about new orders and low stock, and what the checkout asks.")} form={form}>
      <Addresses
        label={t("Email about new orders")}
        hint={t("One address per line. Leave it empty to send none.")}
        addresses={values.orderEmails}
        onChange={(orderEmails) => set("orderEmails", orderEmails)}
        error={errors.orderEmails}
      />
      <Addresses
        label={t("Email about low stock")}
        hint={t("One address per line. A product is named once, when it comes down to the number under Stock and sales.")}
        addresses={values.stockEmails}
        onChange={(stockEmails) => set("stockEmails", stockEmails)}
        error={errors.stockEmails}
      />
      <SelectField
        label={t("Language of these emails, and of messages and complaints sent to you")}
        value={values.staffLanguage}
        onChange={({ target }) => set("staffLanguage", target.value === "es" ? "es" : "en")}
        error={errors.staffLanguage}
      >
        <option value="en">{t("English")}</option>
        <option value="es">{t("Spanish")}</option>
      </SelectField>
      <label className="flex w-fit cursor-pointer gap-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-leaf-fill"
          checked={values.askIfMissing}
          onChange={({ target }) => set("askIfMissing", target.checked)}
        />
        <span>
          {t("Ask what to do when something is missing")}
          <span className="block text-sm text-ink-2">
            {t("In the checkout: something similar, a call, or the money back. Pickers see the answer.")}
          </span>
        </span>
      </label>
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
