import { rich } from "#words/rich.ts";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { SelectField, TextField } from "#ui/field.tsx";
import { NotLoaded } from "#ui/panel.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { proseLook } from "#web/prose.ts";
import { usePersonal } from "#web/session/session.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { spanishOf } from "#shared/settings.ts";
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

const FIELDS = [...TEXTS, ...TEXTS.map(spanishOf)];
const labelOf = (field: (typeof FIELDS)[number]) => {
  const name = TEXTS.find((one) => field === spanishOf(one));
  return name ? `${NAMES[name]} (${t("Spanish")})` : NAMES[field as TextName];
};

/** The texts of the shop's own pages, in both languages. */
export function TextsGroup({ known }: { known: KnownSettings }) {
  const form = useSettingsForm(FIELDS, known);
  const [name, setName] = useState<TextName>("about");
  const [inSpanish, setInSpanish] = useState(language() === "es");
  const [preview, setPreview] = useState<string>();
  const [busy, setBusy] = useState(false);
  const originals = usePersonal(["original-text", name], async () => (await call(originalText, undefined, { params: { name } })).data);
  const { values, errors, set } = form;
  const field = inSpanish ? spanishOf(name) : name;
  const original = originals.data?.[inSpanish ? "spanish" : "text"].trim();
  // Once the English text has been changed, it is shown on Spanish pages too, until someone writes a Spanish one.
  const isEnglishShown = inSpanish && values[name] !== "";
  const text = values[field] || (isEnglishShown ? "" : original);
  const write = (written: string) => {
    set(field, written.trim() === original && !isEnglishShown ? "" : written);
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
  const wrong = FIELDS.filter((one) => errors[one] && one !== field).map(labelOf);
  return (
    <GroupForm title={t("Texts")} lead={t("The pages that the footer links to.")} form={form}>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t("Page")}
          value={name}
          onChange={({ target }) => {
            setName(target.value as TextName);
            setPreview(undefined);
          }}
          error={wrong.length > 0 ? t("See also: {pages}", { pages: wrong.join(", ") }) : undefined}
        >
          {TEXTS.map((one) => (
            <option key={one} value={one}>
              {NAMES[one]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t("Language")}
          value={inSpanish ? "es" : "en"}
          onChange={({ target }) => {
            setInSpanish(target.value === "es");
            setPreview(undefined);
          }}
          hint={isEnglishShown && values[field] === "" ? t("While this is empty, Spanish pages show your English text.") : undefined}
        >
          <option value="en">{t("English")}</option>
          <option value="es">{t("Spanish")}</option>
        </SelectField>
      </div>
      {originals.isError && !originals.data && <NotLoaded again={() => void originals.refetch()} />}
      <TextField
        label={t("Text")}
        rows={18}
        maxLength={20_000}
        value={text ?? ""}
        disabled={text === undefined}
        error={errors[field]}
        onChange={({ target: { value } }) => write(value)}
        hint={rich("Written in Markdown: {title}, {heading}, {bold}, {list}, {link}. {name} and {email} become your shop's.", {
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
        <Button kind="quiet" disabled={original === undefined || text === original} onClick={() => write(original ?? "")}>
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
