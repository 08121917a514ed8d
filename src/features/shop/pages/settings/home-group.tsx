import { useState } from "react";
import { Field } from "#ui/field.tsx";
import { Button } from "#ui/button.tsx";
import { t } from "#words/t.ts";
import { GREEN, shadesOf } from "#shared/accent.ts";
import { BANNER, BannerFields } from "./banner-fields.tsx";
import { GroupForm } from "./group-form.tsx";
import { ShelfOrderField } from "./shelf-order-field.tsx";
import { useSettingsForm, type KnownSettings } from "./use-settings-form.ts";

/** The banner of the home page, the color of the shop and the order of its shelves. */
export function HomeGroup({ known }: { known: KnownSettings }) {
  const form = useSettingsForm([...BANNER, "accent", "shelfOrder"], known);
  const { values, errors, set } = form;
  const [uploading, setUploading] = useState(false);
  return (
    <GroupForm
      title={t("Home page")}
      lead={t("The banner on the home page, your color and the order of the shelves.")}
      form={form}
      wait={uploading}
    >
      <BannerFields form={form} onUploading={setUploading} />
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
  const { light, dark } = accent ? shadesOf(accent) : GREEN;
  const adjusted = accent !== "" && light.leaf !== accent;
  const hint = adjusted
    ? t("This color is too light for text, so pages use {light}, and {dark} in the dark theme.", { light: light.leaf, dark: dark.leaf })
    : t("For buttons and links. The dark theme uses a lighter shade.");
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={t("Accent color")}
        type="color"
        value={accent || GREEN.light.leaf}
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
