import { rich } from "#words/rich.ts";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { proseLook } from "#web/prose.ts";
import { usePersonal } from "#web/session.ts";
import { t } from "#words/t.ts";
import { originalText, previewText, TEXTS, type TextName } from "../../texts/contract.ts";
import { GroupForm } from "./group-form.tsx";
import { useSettingsForm, type KnownSettings } from "./use-settings-form.ts";

const NAMES: Readonly<Record<TextName, string>> = {
  about: t("About us"),
  shipping: t("Shipping policy"),
  returns: t("Returns"),
  terms: t("Terms"),
  privacy: t("Privacy"),
};

/** The texts of the shop's own pages. */
export function TextsGroup({ known }: { known: KnownSettings }) {
  const form = useSettingsForm(TEXTS, known);
  const [name, setName] = useState<TextName>("about");
  const [preview, setPreview] = useState<string>();
  const [busy, setBusy] = useState(false);
  const original = usePersonal(["original-text", name], async () =>
    (await call(originalText, undefined, { params: { name } })).data.text.trim(),
  );
  const { values, errors, set } = form;
  const text = values[name] || original.data;
  const choose = (chosen: TextName) => {
    setName(chosen);
    setPreview(undefined);
  };
  const show = async () => {
    setBusy(true);
    try {
      setPreview((await call(previewText, { text: text ?? "" })).data.html);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };
  const wrong = TEXTS.filter((one) => errors[one] && one !== name).map((one) => NAMES[one]);
  return (
    <GroupForm title={t("Texts")} lead={t("The pages that the footer links to.")} form={form}>
      <SelectField
        label={t("Page")}
        value={name}
        onChange={({ target }) => choose(target.value as TextName)}
        error={wrong.length > 0 ? t("See also: {pages}", { pages: wrong.join(", ") }) : undefined}
      >
        {TEXTS.map((one) => (
          <option key={one} value={one}>
            {NAMES[one]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("Text")}
        rows={18}
        maxLength={20_000}
        value={text ?? ""}
        disabled={text === undefined}
        error={errors[name]}
        onChange={({ target: { value } }) => {
          set(name, value.trim() === original.data ? "" : value);
          setPreview(undefined);
        }}
        hint={rich("Written in Markdown: {title}, {heading}, {bold}, {list}, {link}. {name} and {email} become your shop’s.", {
          title: <code>{t("# Title")}</code>,
          heading: <code>{t("## Heading")}</code>,
          bold: <code>{t("**bold**")}</code>,
          list: <code>{t("- list")}</code>,
          link: <code>{t("[link](/search)")}</code>,
          name: <code>{"{name}"}</code>,
          email: <code>{"{email}"}</code>,
        })}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button kind="quiet" busy={busy} onClick={() => void show()}>
          {t("Preview")}
        </Button>
        <Button kind="quiet" disabled={values[name] === ""} onClick={() => set(name, "")}>
          {t("Restore the original text")}
        </Button>
      </div>
      {preview !== undefined && (
        // Made by the server from Markdown, without raw HTML.
        <section aria-label={t("Preview")} className="rounded-card border border-line bg-paper p-5">
          {/* oxlint-disable-next-line react/no-danger */}
          <div className={proseLook} dangerouslySetInnerHTML={{ __html: preview }} />
        </section>
      )}
    </GroupForm>
  );
}
