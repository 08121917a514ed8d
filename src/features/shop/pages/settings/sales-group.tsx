import { useId } from "react";
import { CURRENCIES } from "#shared/currencies.ts";
import { currency, toDollars, toPercent } from "#shared/money.ts";
import { ALL_WAYS, WAYS_TO_PAY, waysOn, type PaymentWay } from "#shared/settings.ts";
import { readTypedAmount, readTypedPercent } from "#shared/typed-amount.ts";
import { classNames } from "#ui/class-names.ts";
import { describe, Field, FieldNote, SelectField } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { GroupForm } from "./group-form.tsx";
import { NumberField } from "./number-field.tsx";
import { useSettingsForm, type KnownSettings } from "./use-settings-form.ts";

const WAYS: Readonly<Record<PaymentWay, string>> = { paypal: "PayPal", culqi: t("Card"), yape: "Yape", cash: t("Cash on delivery") };

const names = new Intl.DisplayNames(t("en-US"), { type: "currency" });

/** Currency, stock, payment and tax. */
export function SalesGroup({ known }: { known: KnownSettings }) {
  const form = useSettingsForm(
    ["currency", "lowStock", "ways", "yape", "taxHundredths", "legalName", "taxId", "invoiceNumber", "refundLimitCents"],
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
      <WaysField
        on={waysOn(values)}
        toggle={(way, isOn) => {
          if (way === "yape") set("yape", isOn);
          else
            set(
              "ways",
              WAYS_TO_PAY.filter((one) => (one === way ? isOn : values.ways.includes(one))),
            );
        }}
        yape={yapeOf(known, values.currency)}
        error={errors.ways ?? errors.yape}
      />
      <NumberField
        label={t("Tax included in prices, in percent")}
        hint={t("For example, 21. Receipts and invoices of new orders then show the tax in the total. 0 shows none.")}
        value={values.taxHundredths}
        read={readTypedPercent}
        show={toPercent}
        onChange={(hundredths) => set("taxHundredths", hundredths)}
        error={errors.taxHundredths}
      />
      <NumberField
        label={t("Refund limit for managers, in {name}", { name: currency().name })}
        hint={t("Per order, also when it is packed short, or with dearer or heavier goods. Above it, an admin is needed; with 0, always.")}
        value={values.refundLimitCents}
        read={readTypedAmount}
        show={toDollars}
        onChange={(cents) => set("refundLimitCents", cents)}
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

/** Why Yape can't be switched on, or at all; empty if it can. */
function yapeOf({ setBy, hasCulqi }: KnownSettings, currency: string): { why: string; isFixed: boolean } {
  if (setBy.yape) return { why: t("Yape is set by {variable} on the server.", { variable: setBy.yape }), isFixed: true };
  return { why: hasCulqi && currency === "PEN" ? "" : t("Yape needs Culqi and Peruvian soles (PEN)."), isFixed: false };
}

interface WaysFieldProps {
  on: readonly PaymentWay[];
  toggle: (way: PaymentWay, isOn: boolean) => void;
  yape: { why: string; isFixed: boolean };
  error: string | undefined;
}

function WaysField({ on, toggle, yape, error }: WaysFieldProps) {
  const id = useId();
  const isLocked = (way: PaymentWay) => way === "yape" && (yape.isFixed || (yape.why !== "" && !on.includes(way)));
  const hint = `${t("Payments in progress can still finish.")} ${yape.why}`.trim();
  return (
    <fieldset aria-describedby={describe(id, { error, hint })["aria-describedby"]}>
      <legend className="text-sm font-semibold">{t("Ways to pay")}</legend>
      {ALL_WAYS.map((way) => (
        <label key={way} className={classNames("flex min-h-11 w-fit items-center gap-3", isLocked(way) ? "text-ink-3" : "cursor-pointer")}>
          <input
            type="checkbox"
            className="size-5 accent-leaf-fill"
            checked={on.includes(way)}
            disabled={isLocked(way)}
            onChange={({ target }) => toggle(way, target.checked)}
          />
          {WAYS[way]}
        </label>
      ))}
      <FieldNote id={id} error={error} hint={hint} />
    </fieldset>
  );
}
