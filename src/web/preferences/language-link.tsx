import type { ComponentProps } from "react";
import { useLocation, useMatches } from "react-router";
import { language, pathIn, type Language } from "#words/language.ts";
import { CHOICES } from "./choices.ts";

/** The language that this page is not in, by its own name. */
export const OTHER: { code: Language; name: string } =
  language() === "es" ? { code: "en", name: "English" } : { code: "es", name: "Español" };

/** Stores which language someone chose in this browser. */
export function chooseLanguage(code: Language): void {
  try {
    localStorage.setItem(CHOICES.language, code);
  } catch {
    // Private browsing: the choice isn't remembered, but the page opens in that language.
  }
}

/** The address of this page in the other language. If names differ there, the page's loader provides it. */
export function useOtherAddress(): string {
  const { pathname } = useLocation();
  const loaded = useMatches().at(-1)?.loaderData as { otherPath?: string } | null | undefined; // of any page
  return pathIn(OTHER.code, loaded?.otherPath ?? pathname);
}

/** Leads to the same page in the other language, and stores that choice. */
export function LanguageLink({ onClick, ...others }: Omit<ComponentProps<"a">, "href">) {
  const address = useOtherAddress();
  return (
    <a
      {...others}
      href={address}
      hrefLang={OTHER.code}
      lang={OTHER.code}
      onClick={(event) => {
        chooseLanguage(OTHER.code);
        // Pages are rendered without most of the query.
        event.currentTarget.search = location.search;
        onClick?.(event);
      }}
    >
      {OTHER.name}
    </a>
  );
}
