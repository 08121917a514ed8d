import { useState } from "react";
import { Field } from "#ui/field.tsx";
import { Button } from "#ui/button.tsx";
import { promiseOf } from "#web/meta/page-meta.ts";
import { useFace } from "#web/use-face.ts";
import { t } from "#words/t.ts";
import { shadesOf } from "../../accent/rules.ts";
import { GroupForm } from "./group-form.tsx";
import { PictureSetting } from "./picture-setting.tsx";
import { ShelfOrderField } from "./shelf-order-field.tsx";
import { useSettingsForm, type KnownSettings } from "./use-settings-form.ts";

/** The shop's own green. */
const GREEN = "#14613a";

/** The banner of the home page, and the color of the shop. */
export function HomeGroup({ known }: { known: KnownSettings }) {
  const form = useSettingsForm(
    ["bannerTitle", "bannerText", "bannerPicture", "bannerButton", "bannerTarget", "accent", "shelfOrder"],
    known,
  );
  const { values, errors, set, text } = form;
  const face = useFace();
  const [uploading, setUploading] = useState(false);
  return (
    <GroupForm
      title={t("Home page")}
      lead={t("The banner on the home page, your color and the order of the shelves. Leave a field empty to keep the original.")}
      form={form}
      wait={uploading}
    >
      <Field
        label={t("Headline")}
        maxLength={60}
        placeholder={face.freeDelivery ? t("The good pantry, delivered free.") : t("The good pantry, delivered.")}
        {...text("bannerTitle")}
      />
      <Field label={t("Text")} maxLength={160} placeholder={`${promiseOf(face)}.`} {...text("bannerText")} />
      <PictureSetting
        label={t("Picture")}
        hint={t("Shown on the right, on your color. Transparent backgrounds work best.")}
        value={values.bannerPicture}
        onChange={(picture) => set("bannerPicture", picture)}
        onUploading={setUploading}
        error={errors.bannerPicture}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t("Button")} maxLength={30} placeholder={t("Shop the market")} {...text("bannerButton")} />
        <Field
          label={t("The button leads to")}
          maxLength={300}
          placeholder={t("/search")}
          autoCapitalize="none"
          hint={t("A page of this shop, such as /search?offer=1.")}
          {...text("bannerTarget")}
        />
      </div>
      <AccentField accent={values.accent} onChange={(accent) => set("accent", accent)} error={errors.accent} />
      <ShelfOrderField order={values.shelfOrder} onChange={(order) => set("shelfOrder", order)} error={errors.shelfOrder} />
    </GroupForm>
  );
}

interface AccentFieldProps {
  accent: string;
  onChange: (accent: string) => void;
  error: string | undefined;
}

/** The accent color, with what becomes of it in both themes. */
function AccentField({ accent, onChange, error }: AccentFieldProps) {
  const { light, dark } = shadesOf(accent || GREEN);
  const adjusted = accent !== "" && light.leaf !== accent;
  const hint = adjusted
    ? t("This color is too light for text, so pages use {light}, and {dark} in the dark theme.", { light: light.leaf, dark: dark.leaf })
    : t("For buttons and links. The dark theme uses a lighter shade.");
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={t("Accent color")}
        type="color"
        value={accent || GREEN}
        onChange={({ target }) => onChange(target.value)}
        className="max-w-80"
        hint={hint}
        error={error}
      />
      <div className="flex flex-wrap gap-2.5">
        <Sample name={t("Light")} ground="#fbf8f2" text={light.leaf} fill={light.leaf} on={light.on} />
        <Sample name={t("Dark")} ground="#141a16" text={dark.leaf} fill={dark.leaf2} on={dark.on} />
      </div>
      {accent !== "" && (
        <Button kind="quiet" size="small" className="self-start" onClick={() => onChange("")}>
          {t("Use the original green")}
        </Button>
      )}
    </div>
  );
}

interface SampleProps {
  name: string;
  ground: string;
  text: string;
  fill: string;
  on: string;
}

function Sample({ name, ground, text, fill, on }: SampleProps) {
  return (
    <div className="flex items-center gap-4 rounded-card border border-line p-4 font-semibold" style={{ background: ground, color: text }}>
      {name}
      <span className="rounded-control px-4 py-2" style={{ background: fill, color: on }}>
        {t("Button")}
      </span>
    </div>
  );
}
