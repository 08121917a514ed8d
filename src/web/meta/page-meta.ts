import type { MetaDescriptor } from "react-router";
import type { Face } from "#shared/face.ts";
import { US_DOLLARS } from "#shared/money.ts";
import { language, localPath, pathIn, type Language } from "#words/language.ts";
import { t } from "#words/t.ts";

/** Used when the shop's face could not be loaded. */
export const PLAIN_FACE: Face = {
  name: "Despensa",
  email: "",
  phone: "",
  address: "",
  social: [],
  openingHours: null,
  legalName: "",
  taxId: "",
  logo: "",
  publicUrl: "",
  timeZone: "UTC",
  currency: US_DOLLARS,
  sandbox: false,
  delivers: false,
  freeDelivery: true,
};

/** What the shop promises; delivery is part of it only while it is free. */
export const promiseOf = ({ freeDelivery }: Pick<Face, "freeDelivery">) =>
  freeDelivery
    ? t("Quality products, exceptional service and free shipping on every order")
    : t("Quality products and exceptional service");

/** The shop's face, as loaded by root.tsx. */
export function faceOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): Face {
  const root = matches.find((match) => match?.id === "root");
  return (root?.loaderData as Face | undefined) ?? PLAIN_FACE; // the loader of root.tsx made it
}

const LOCALES: Record<Language, string> = { en: "en_US", es: "es_PE" };

interface PageFacts {
  /** Without the shop's name; empty on the home page. */
  title: string;
  description: string;
  /** The canonical path of the page, from `paths`. */
  path: string;
  /** The same page's path in the other language, if its names differ there. */
  otherPath?: string | undefined;
  /** Address of a picture of what the page is about. */
  image?: string | undefined;
  /** Search engines should not list the page. */
  unlisted?: boolean;
  /** Structured data for search engines (schema.org). */
  facts?: object[];
}

function claimOf({ pickupOnly, freeDelivery }: Face): string {
  if (pickupOnly) return t("The good pantry, ready for pickup");
  return freeDelivery ? t("The good pantry, delivered free") : t("The good pantry, delivered");
}

/** Title, description, canonical address, Open Graph and JSON-LD of a page. */
export function pageMeta(
  face: Face,
  { title, description, path, otherPath = path, image, unlisted = false, facts = [] }: PageFacts,
): MetaDescriptor[] {
  const whole = title ? `${title} · ${face.name}` : `${face.name} · ${claimOf(face)}`;
  const address = face.publicUrl + localPath(path);
  return [
    { title: whole },
    { name: "description", content: description },
    ...(unlisted ? [{ name: "robots", content: "noindex" }] : []),
    { tagName: "link", rel: "canonical", href: address },
    ...(unlisted ? [] : alternates(face, { [language()]: path, [language() === "es" ? "en" : "es"]: otherPath })),
    { property: "og:site_name", content: face.name },
    { property: "og:title", content: title || face.name },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:type", content: "website" },
    { property: "og:locale", content: LOCALES[language()] },
    { property: "og:locale:alternate", content: LOCALES[language() === "es" ? "en" : "es"] },
    { property: "og:image", content: absolute(face, image ?? "/icon-512.png") },
    ...facts.map((fact) => ({ "script:ld+json": { "@context": "https://schema.org", ...fact } })),
  ];
}

/** The page in both languages, for search engines. */
function alternates({ publicUrl }: Face, { en = "", es = "" }: Partial<Record<Language, string>>): MetaDescriptor[] {
  const languages = { en, es: pathIn("es", es), "x-default": en };
  return Object.entries(languages).map(([hrefLang, path]) => ({ tagName: "link", rel: "alternate", hrefLang, href: publicUrl + path }));
}

/** Makes an address absolute, for other sites. */
export function absolute(face: Face, address: string): string {
  return address.startsWith("/") ? face.publicUrl + address : address;
}

/** The `meta` of a private page: a title, and nothing for search engines. */
export function privateMeta(title: string) {
  return ({ matches }: { matches: Parameters<typeof faceOf>[0] }): MetaDescriptor[] => [
    { title: `${title} · ${faceOf(matches).name}` },
    { name: "robots", content: "noindex" },
  ];
}
