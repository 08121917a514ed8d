import type { FastifyInstance } from "fastify";
import { inLanguage } from "#server/http/request-language.ts";
import type { Shop } from "#server/shop.ts";
import { GREEN, shadesOf } from "#shared/accent.ts";
import type { Identity } from "#shared/face.ts";
import { language, LANGUAGES, localPath, pathIn, prefixOf } from "#words/language.ts";
import { t } from "#words/t.ts";

/** Longest name that fits under an icon. */
const SHORT = 14;

const PNG = { type: "image/png" };
const icon = (name: string, size: number, purpose: "any" | "maskable") => ({
  ...PNG,
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  purpose,
});
const screenshot = (name: string, sizes: string, form: "narrow" | "wide", label: string) => ({
  type: "image/webp",
  src: `/screenshots${prefixOf(language())}/${name}.webp`,
  sizes,
  form_factor: form,
  label,
});

/** Serves what a browser needs to know to install the shop on a home screen, under the shop's name. */
export function manifestRoute(app: FastifyInstance, shop: Shop): void {
  for (const spoken of LANGUAGES) {
    app.get(pathIn(spoken, "/manifest.webmanifest"), async (_request, reply) => {
      const identity = await shop.identity();
      const manifest = JSON.stringify(inLanguage(spoken, () => manifestOf(identity)));
      return reply.type("application/manifest+json").header("cache-control", "public, max-age=3600").send(manifest);
    });
  }
}

function manifestOf({ name, accent }: Identity) {
  return {
    id: "/",
    name,
    short_name: name.length > SHORT ? name.slice(0, SHORT).replace(/\s+\S*$/, "") : name,
    description: t("Shop groceries at {name}.", { name }),
    lang: language(),
    start_url: localPath("/"),
    scope: "/",
    display: "standalone",
    background_color: "#fbf8f2",
    theme_color: (accent ? shadesOf(accent) : GREEN).light.leaf,
    categories: ["shopping", "food"],
    icons: [
      icon("icon-192", 192, "any"),
      icon("icon-512", 512, "any"),
      icon("icon-maskable-192", 192, "maskable"),
      icon("icon-maskable-512", 512, "maskable"),
    ],
    screenshots: [
      screenshot("home-phone", "780x1688", "narrow", t("Offers and shelves")),
      screenshot("product-phone", "780x1688", "narrow", t("A product")),
      screenshot("home-wide", "1440x900", "wide", t("Offers and shelves")),
    ],
    shortcuts: [
      { name: t("Search"), url: localPath("/search") },
      { name: t("Your cart"), url: localPath("/cart") },
      { name: t("Your orders"), url: localPath("/dashboard/myorders") },
    ],
  };
}
