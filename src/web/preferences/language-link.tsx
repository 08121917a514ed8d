import { useLocation } from "react-router";
import { language, pathIn, type Language } from "#words/language.ts";
import { CHOICES } from "./choices.ts";

/** The language that this page is not in, by its own name. */
export const OTHER: { code: Language; name: string } =
  language() === "es" ? { code: "en", name: "English" } : { code: "es", name: "Español" };

/** Keeps which language someone chose in this browser. */
export function chooseLanguage(code: Language): void {
  try {
    localStorage.setItem(CHOICES.language, code);
  } catch {
    // Private browsing: the page is in that language all the same.
  }
}

/** Leads to the same page in the other language, and keeps that choice. */
export function LanguageLink({ className }: { className: string }) {
  const { pathname } = useLocation();
  return (
    <a
      href={pathIn(OTHER.code, pathname)}
      hrefLang={OTHER.code}
      lang={OTHER.code}
      className={className}
      onClick={({ currentTarget }) => {
        chooseLanguage(OTHER.code);
        // Pages are rendered without most of the query.
        currentTarget.search = location.search;
      }}
    >
      {OTHER.name}
    </a>
  );
}
