import { useId } from "react";
import { CURRENCIES } from "#shared/currencies.ts";
import { currency } from "#shared/money.ts";
import { WAYS_TO_PAY, type Settings } from "#shared/settings.ts";
import { Field, FieldNote, SelectField } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { GroupForm } from "./group-form.tsx";
import { NumberField } from "./number-field.tsx";
import { useSettingsForm, type KnownSettings } from "./use-settings-form.ts";

type Way = Settings["ways"][number];

const WAYS: Readonly<Record<Way, string>> = { paypal: "PayPal", culqi: "Card", cash: t("Cash on delivery") };

const names = new Intl.DisplayNames("en", { type: "currency" });

/** Currency, stock, payment and tax. */
export function SalesGroup({ known }: { known: KnownSettings }) {
  const form = useSettingsForm(
    ["currency", "lowStock", "ways", "taxHundredths", "legalName", "taxId", "invoiceNumber", "refundLimitCents"],
    known,
  );
  const { values, errors, set, text } = form;
  return (
    <GroupForm title={t("Stock and sales")} lead={t("Low stock, currency, ways to pay, tax and invoices.")} form={form}>
      <NumberField
        label={t("Low stock")}
        hint={t("Products with this many pieces or fewer are listed on the Overview.")}
        value={values.lowStock}
        onChange={(lowStock) => set("lowStock", lowStock)}
        error={errors.lowStock}
      />
      <SelectField
        label={t("Currency")}
        className="max-w-80"
        value={values.currency}
        disabled={known.currencyFixed !== ""}
        onChange={({ target }) => set("currency", target.value)}
        error={errors.currency}
        hint={
          known.currencyFixed ||
          t(
            "Prices keep their numbers. It can't change after the first order. PayPal and cards are offered only if they take this currency.",
          )
        }
      >
        {CURRENCIES.map((code) => (
          <option key={code} value={code}>
            {code} · {names.of(code)}
          </option>
        ))}
      </SelectField>
      <WaysField ways={values.ways} onChange={(ways) => set("ways", ways)} error={errors.ways} />
      <NumberField
        label={t("Tax included in prices, in percent")}
        hint={t("For example, 21. Receipts and invoices of new orders then show the tax in the total. 0 shows none.")}
        value={values.taxHundredths / 100}
        onChange={(percent) => set("taxHundredths", Math.round(percent * 100))}
        error={errors.taxHundredths}
      />
      <NumberField
        label={t("Refund limit for managers, in {name}", { name: currency().name })}
        hint={t("Per order. Larger refunds need an admin; with 0, all of them do.")}
        value={values.refundLimitCents / 100}
        onChange={(dollars) => set("refundLimitCents", Math.round(dollars * 100))}
        error={errors.refundLimitCents}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={t("Legal name")}
          maxLength={120}
          hint={t("On invoices, if it differs from the shop's name.")}
          {...text("legalName")}
        />
        <Field label={t("Tax number")} maxLength={40} hint={t("On invoices, such as a VAT number.")} {...text("taxId")} />
      </div>
      <Field
        label={t("Invoice number")}
        maxLength={40}
        placeholder="{order}"
        autoCapitalize="none"
        className="max-w-80"
        hint={t("For new orders, such as {example}. {month} works too.", { example: "INV-{year}-{order}", month: "{month}" })}
        {...text("invoiceNumber")}
      />
    </GroupForm>
  );
}

interface WaysFieldProps {
  ways: readonly Way[];
  onChange: (ways: Way[]) => void;
  error: string | undefined;
}

function WaysField({ ways, onChange, error }: WaysFieldProps) {
  const id = useId();
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{t("Ways to pay")}</legend>
      {WAYS_TO_PAY.map((way) => (
        <label key={way} className="flex min-h-11 w-fit cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-leaf-fill"
            checked={ways.includes(way)}
            onChange={({ target }) => onChange(WAYS_TO_PAY.filter((one) => (one === way ? target.checked : ways.includes(one))))}
          />
          {WAYS[way]}
        </label>
      ))}
      <FieldNote id={id} error={error} hint={t("Payments in progress can still finish.")} />
    </fieldset>
  );
}
