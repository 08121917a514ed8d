import { useState } from "react";
import { pictureOf } from "#features/files/rules.ts";
import { Field } from "#ui/field.tsx";
import { call } from "#web/call.ts";
import { usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { originalBanner } from "../../settings/contract.ts";
import { PictureSetting } from "./picture-setting.tsx";
import { SpokenFields } from "./spoken-fields.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

/** The settings of the home page's banner. */
export const BANNER = [
  ...(["bannerTitle", "bannerText", "bannerPicture", "bannerAlt", "bannerButton", "bannerTarget"] as const),
  ...(["bannerTitle_es", "bannerText_es", "bannerAlt_es", "bannerButton_es"] as const),
] as const;

interface BannerFieldsProps {
  form: SettingsForm<(typeof BANNER)[number]>;
  onUploading: (uploading: boolean) => void;
}

/** The banner of the home page in both languages, with a preview of each. */
export function BannerFields({ form: { values, errors, set, text }, onUploading }: BannerFieldsProps) {
  const [hasPicture, setHasPicture] = useState(values.bannerPicture !== "");
  const originals = usePersonal(["original-banner"], async () => (await call(originalBanner, undefined)).data).data;
  const original = (name: "title" | "text" | "button") => originals && { en: originals.en[name], es: originals.es[name] };
  const { bannerTitle, bannerText, bannerButton, bannerPicture } = values;
  const english = {
    title: bannerTitle || originals?.en.title,
    text: bannerText || originals?.en.text,
    button: bannerButton || originals?.en.button,
  };
  const spanish = {
    title: values.bannerTitle_es || bannerTitle || originals?.es.title,
    text: values.bannerText_es || bannerText || originals?.es.text,
    button: values.bannerButton_es || bannerButton || originals?.es.button,
  };
  return (
    <>
      <p className="text-sm text-ink-2">
        {t("Leave a field empty to keep the original. Where only the English one is written, Spanish pages show it, too.")}
      </p>
      <SpokenFields
        label={t("Headline")}
        maxLength={60}
        original={original("title")}
        english={text("bannerTitle")}
        spanish={text("bannerTitle_es")}
      />
      <SpokenFields
        label={t("Text")}
        maxLength={160}
        original={original("text")}
        english={text("bannerText")}
        spanish={text("bannerText_es")}
      />
      <SpokenFields
        label={t("Button")}
        maxLength={30}
        original={original("button")}
        english={text("bannerButton")}
        spanish={text("bannerButton_es")}
      />
      <Field
        label={t("The button leads to")}
        maxLength={300}
        placeholder={t("/search")}
        autoCapitalize="none"
        hint={t("A page of this shop, such as /search?offer=1.")}
        {...text("bannerTarget")}
      />
      <PictureSetting
        label={t("Picture")}
        hint={t("Shown on the right, on your color. Transparent backgrounds work best.")}
        value={bannerPicture}
        onChange={(picture) => {
          set("bannerPicture", picture);
          setHasPicture(picture !== "");
        }}
        onUploading={onUploading}
        error={errors.bannerPicture}
      />
      {hasPicture && (
        <SpokenFields
          label={t("Description of the picture")}
          hint={t("For people who can't see it, such as “A basket of oranges”. Leave it empty if the picture is only decoration.")}
          maxLength={160}
          english={text("bannerAlt")}
          spanish={text("bannerAlt_es")}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <BannerPreview name={t("In English")} lang="en" picture={bannerPicture} words={english} />
        <BannerPreview name={t("In Spanish")} lang="es" picture={bannerPicture} words={spanish} />
      </div>
    </>
  );
}

interface BannerPreviewProps {
  name: string;
  lang: "en" | "es";
  picture: string;
  words: { title: string | undefined; text: string | undefined; button: string | undefined };
}

function BannerPreview({ name, lang, picture, words: { title, text, button } }: BannerPreviewProps) {
  const { src, srcSet } = pictureOf(picture);
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-sm font-semibold">{name}</figcaption>
      <div
        lang={lang}
        className="relative flex min-h-52 flex-col items-start justify-between gap-4 overflow-hidden rounded-card bg-[radial-gradient(circle_at_85%_15%,var(--hero-1),var(--hero-2)_45%,var(--hero-3))] p-5 text-white wrap-anywhere"
      >
        {picture && <img src={src} srcSet={srcSet} sizes="96px" alt="" className="absolute right-3 bottom-0 h-24 w-auto" />}
        <div className="relative">
          <p className="heading text-2xl">{title}</p>
          <p className="mt-2 text-sm text-(--hero-ink)">{text}</p>
        </div>
        <p className="relative max-w-[60%] rounded-control bg-marigold px-4 py-2 font-semibold text-on-marigold">{button}</p>
      </div>
    </figure>
  );
}
