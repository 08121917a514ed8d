import { rich } from "#words/rich.ts";
import { useState } from "react";
import { EMAIL_KINDS, type EmailKind, type EmailWords } from "#shared/settings.ts";
import { Button } from "#ui/button.tsx";
import { Field, SelectField, TextField } from "#ui/field.tsx";
import { toast } from "#ui/toast/toast.ts";
import { call, messageOf } from "#web/call.ts";
import { usePersonal } from "#web/session/session.ts";
import { language, type Language } from "#words/language.ts";
import { t } from "#words/t.ts";
import { originalEmail, previewEmail, sendTestEmail } from "../../emails/contract.ts";
import { KINDS } from "../../emails/rules.ts";
import { GroupForm } from "./group-form.tsx";
import { useSettingsForm, type KnownSettings } from "./use-settings-form.ts";

const NONE: EmailWords = { subject: "", greeting: "", closing: "" };
const isEmpty = (words: EmailWords) => Object.values(words).every((text) => text === "");

/** The shop's own words in its emails, in both languages, with a preview and a test. */
export function EmailsGroup({ known }: { known: KnownSettings }) {
  const form = useSettingsForm(["emails", "emails_es"], known);
  const [kind, setKind] = useState<EmailKind>("orders.placed-email");
  const [spoken, setSpoken] = useState<Language>(language());
  const [preview, setPreview] = useState<{ subject: string; html: string }>();
  const [busy, setBusy] = useState<"preview" | "test">();
  const originals = usePersonal(["original-email", kind], async () => (await call(originalEmail, undefined, { params: { kind } })).data);
  const original = originals.data?.[spoken];
  const setting = spoken === "es" ? "emails_es" : "emails";
  const emails = form.values[setting];
  const words = emails[kind] ?? NONE;
  const { hasOrder, hasName, hasPickup = false } = KINDS[kind];
  const [pickup, setPickup] = useState(false);
  const change = (changed: Partial<EmailWords>) => {
    const next = { ...words, ...changed };
    const { [kind]: _, ...others } = emails;
    form.set(setting, isEmpty(next) ? others : { ...others, [kind]: next });
    setPreview(undefined);
  };
  const text = (name: keyof EmailWords) => ({
    value: words[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const run = async (which: "preview" | "test") => {
    setBusy(which);
    const [sent, options] = [{ ...words, language: spoken, pickup: hasPickup && pickup }, { params: { kind } }];
    try {
      if (which === "preview") setPreview((await call(previewEmail, sent, options)).data);
      else toast.success((await call(sendTestEmail, sent, options)).message);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(undefined);
  };
  return (
    <GroupForm
      title={t("Emails")}
      lead={t("The subject, greeting and closing of your emails, in both languages. Leave a field empty to keep the original.")}
      form={form}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <SelectField
          label={t("Email")}
          value={kind}
          onChange={({ target }) => {
            setKind(target.value as EmailKind); // one of the options
            setPreview(undefined);
          }}
          error={form.errors.emails ?? form.errors.emails_es}
        >
          {EMAIL_KINDS.map((one) => (
            <option key={one} value={one}>
              {KINDS[one].title()}
              {(form.values.emails[one] ?? form.values.emails_es[one]) && ` ${t("(changed)")}`}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t("Language")}
          value={spoken}
          onChange={({ target }) => {
            setSpoken(target.value === "es" ? "es" : "en");
            setPreview(undefined);
          }}
          hint={
            spoken === "es" && form.values.emails[kind]
              ? t("Emails in Spanish keep their original words until you write Spanish ones.")
              : undefined
          }
        >
          <option value="en">{t("English")}</option>
          <option value="es">{t("Spanish")}</option>
        </SelectField>
      </div>
      <Field label={t("Subject")} maxLength={150} placeholder={original?.subject} {...text("subject")} />
      <Field label={t("Greeting")} maxLength={100} placeholder={original?.greeting || t("Nothing")} {...text("greeting")} />
      <TextField
        label={t("Closing")}
        rows={4}
        maxLength={1000}
        placeholder={t("Nothing")}
        hint={
          hasName
            ? rich("{name} becomes the shopper's name, {order} the order number, {shop} your shop's name.", {
                name: <code>{"{name}"}</code>,
                order: <code>{"{order}"}</code>,
                shop: <code>{"{shop}"}</code>,
              })
            : hasOrder
              ? rich("{order} becomes the order number, {shop} your shop's name.", {
                  order: <code>{"{order}"}</code>,
                  shop: <code>{"{shop}"}</code>,
                })
              : rich("{shop} becomes your shop's name.", { shop: <code>{"{shop}"}</code> })
        }
        {...text("closing")}
      />
      {hasPickup && (
        <SelectField
          label={t("Preview for")}
          value={pickup ? "pickup" : "delivery"}
          onChange={({ target }) => {
            setPickup(target.value === "pickup");
            setPreview(undefined);
          }}
        >
          <option value="delivery">{t("Delivery")}</option>
          <option value="pickup">{t("Pickup")}</option>
        </SelectField>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button kind="quiet" busy={busy === "preview"} onClick={() => void run("preview")}>
          {t("Preview")}
        </Button>
        <Button kind="quiet" busy={busy === "test"} onClick={() => void run("test")}>
          {t("Send a test to me")}
        </Button>
      </div>
      {preview && (
        <section aria-label={t("Preview")} className="overflow-hidden rounded-card border border-line">
          <p className="border-b border-line bg-sunken px-4 py-2.5 font-semibold wrap-anywhere">{preview.subject}</p>
          {/* Nothing in it can run. */}
          <iframe title={t("The email")} sandbox="" srcDoc={preview.html} className="block h-130 w-full bg-paper" />
        </section>
      )}
    </GroupForm>
  );
}
