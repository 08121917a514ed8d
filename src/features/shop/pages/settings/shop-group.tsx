import { useState } from "react";
import { EmailField, Field, SelectField, TextField } from "#ui/field.tsx";
import { t } from "#words/t.ts";
import { GroupForm } from "./group-form.tsx";
import { HoursField } from "./hours-field.tsx";
import { PictureSetting } from "./picture-setting.tsx";
import { SpokenFields } from "./spoken-fields.tsx";
import { setByProps, useSettingsForm, type KnownSettings } from "./use-settings-form.ts";

/** What the shop is called, and how to reach it. */
export function ShopGroup({ known }: { known: KnownSettings }) {
  const form = useSettingsForm(
    ["name", "logo", "email", "phone", "address", "social", "hours", "hoursNote", "hoursNote_es", "timeZone"],
    known,
  );
  const { values, errors, errorPath, set, text, setBy } = form;
  const [uploading, setUploading] = useState(false);
  return (
    <GroupForm title={t("Your shop")} lead={t("Shown on every page, in emails and on invoices.")} form={form} wait={uploading}>
      <Field label={t("Name")} maxLength={60} required autoComplete="organization" {...text("name")} />
      <PictureSetting
        label={t("Logo")}
        hint={
          setBy.logo ? t("Set by {variable} on the server", { variable: setBy.logo }) : t("A square picture. The name is shown next to it.")
        }
        value={values.logo}
        onChange={(logo) => set("logo", logo)}
        onUploading={setUploading}
        error={errors.logo}
        disabled={setBy.logo !== undefined}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <EmailField required autoComplete="email" hint={t("Shoppers write to this address.")} {...text("email")} />
        <Field label={t("Phone")} type="tel" autoComplete="tel" maxLength={30} {...text("phone")} />
      </div>
      <TextField
        label={t("Address")}
        rows={3}
        maxLength={300}
        autoComplete="off"
        hint={t("Street, city and postal code, one per line.")}
        {...text("address")}
      />
      <TextField
        label={t("Social links")}
        name="social"
        rows={3}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={values.social.join("\n")}
        error={errors.social}
        onChange={({ target }) => set("social", target.value === "" ? [] : target.value.split("\n"))}
        hint={t("One address per line, such as https://www.instagram.com/your-shop.")}
        {...setByProps(setBy.social)}
      />
      <HoursField hours={values.hours} onChange={(hours) => set("hours", hours)} error={errors.hours} errorPath={errorPath} />
      {values.hours && (
        <SpokenFields
          label={t("Note on the opening hours")}
          hint={t("Shown below the opening hours, such as “Closed on holidays”.")}
          maxLength={120}
          english={text("hoursNote")}
          spanish={text("hoursNote_es")}
        />
      )}
      <SelectField
        label={t("Time zone")}
        hint={t("For the dates and times of orders.")}
        {...text("timeZone")}
        {...(setBy.timeZone && { disabled: true, hint: t("Set by {variable} on the server", { variable: setBy.timeZone }) })}
      >
        {[...new Set(["UTC", values.timeZone, ...Intl.supportedValuesOf("timeZone")])].map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </SelectField>
    </GroupForm>
  );
}
