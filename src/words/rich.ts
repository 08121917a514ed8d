import type { ReactNode } from "react";
import { place } from "./place.ts";
import { translate, type Text } from "./t.ts";

/** A text with elements in it: `rich("I accept the {terms}.", { terms: <Link to={paths.terms}>{t("terms")}</Link> })`. */
export function rich(text: Text, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return place(translate(text), parts);
}
