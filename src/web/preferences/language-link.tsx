import type { ComponentProps } from "react";
import { useLocation, useMatches } from "react-router";
import { language, pathIn, type Language } from "#words/language.ts";
import { CHOICES } from "./choices.ts";
import { keepState } from "./kept-state.ts";

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

/** This page in the other language: its address, and what to call before opening it. If names differ there, the page's loader provides it. */
export function useOtherPage(): { address: string; choose: () => void } {
  const { pathname, state } = useLocation();
  const loaded = useMatches().at(-1)?.loaderData as { otherPath?: string } | null | undefined; // of any page
  const address = pathIn(OTHER.code, loaded?.otherPath ?? pathname);
  const choose = () => {
    chooseLanguage(OTHER.code);
    keepState(address, state);
  };
  return { address, choose };
}

/**
 * Leads to the same page in the other language, and stores that choice: also when it is clicked before the scripts run, by what
 * `early-press.ts` runs inline.
 */
export function LanguageLink({ onClick, ...others }: Omit<ComponentProps<"a">, "href">) {
  const { address, choose } = useOtherPage();
  return (
    <a
      {...others}
      href={address}
      hrefLang={OTHER.code}
      lang={OTHER.code}
      onClick={(event) => {
        choose();
        onClick?.(event);
      }}
    >
      {OTHER.name}
    </a>
  );
}
