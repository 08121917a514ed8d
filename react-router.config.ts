import type { Config } from "@react-router/dev/config";
import type { Language } from "./src/words/language.ts";

/** The web is built once per language (`bin/prepare.mjs`): English at the root, Spanish under `/es`. */
export const BUILT_LANGUAGE: Language = process.env["BUILT_LANGUAGE"] === "es" ? "es" : "en";

export default {
  appDirectory: "src/site",
  ssr: true,
  // Few routes: no request for a manifest while shopping.
  routeDiscovery: { mode: "initial" },
  ...(BUILT_LANGUAGE === "es" && { basename: "/es", buildDirectory: "build/es" }),
} satisfies Config;
