import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { chooseLanguage, OTHER, useOtherPage } from "#web/preferences/language-link.tsx";
import { CHOICES } from "#web/preferences/choices.ts";
import { isBackOffice } from "#web/paths.ts";
import { language } from "#words/language.ts";

/** In the language that is proposed, for people who may not read the page's. */
const WORDS = {
  es: { question: "¿Prefieres ver la tienda en español?", yes: "Ver en español", no: "Seguir en inglés" },
  en: { question: "Would you like to shop in English?", yes: "Shop in English", no: "Stay in Spanish" },
};

/** Proposes the browser's language once, if the shop speaks it and nobody has chosen a language here. */
export default function LanguageProposal() {
  const { address, choose } = useOtherPage();
  const isDesk = isBackOffice(useLocation().pathname);
  const [isOpen, setOpen] = useState(isDue);
  useEffect(() => {
    if (isOpen) localStorage.setItem(CHOICES.proposed, OTHER.code);
  }, [isOpen]);
  if (!isOpen) return null;
  const { question, yes, no } = WORDS[OTHER.code];
  return (
    <aside
      lang={OTHER.code}
      aria-label={question}
      className={classNames(
        "language-proposal fixed inset-x-3 z-40 mx-auto flex w-fit max-w-80 flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4 shadow-float sm:max-w-xl print:hidden",
        // In the back office, bars with actions come up from below.
        isDesk ? "top-17" : "bottom-[calc(var(--cart-bar)+var(--buy-bar)+var(--edge)+0.75rem)]",
      )}
    >
      <p className="grow font-semibold">{question}</p>
      <Button
        size="small"
        onClick={() => {
          choose();
          location.assign(address + location.search + location.hash);
        }}
      >
        {yes}
      </Button>
      <Button
        kind="quiet"
        size="small"
        onClick={() => {
          chooseLanguage(language());
          setOpen(false);
        }}
      >
        {no}
      </Button>
    </aside>
  );
}

function isDue(): boolean {
  try {
    const isAnswered = [CHOICES.language, CHOICES.proposed].some((key) => localStorage.getItem(key));
    return navigator.language.startsWith(OTHER.code) && !isAnswered;
  } catch {
    // Without storage, it would be proposed on every page.
    return false;
  }
}
