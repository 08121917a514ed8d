import { useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { chooseLanguage, OTHER, useOtherPage } from "#web/preferences/language-link.tsx";
import { CHOICES } from "#web/preferences/choices.ts";
import { language } from "#words/language.ts";

/** In the language that is proposed, for people who may not read the page's. */
const WORDS = {
  es: { question: "¿Prefieres ver la tienda en español?", yes: "Ver en español", no: "Seguir en inglés" },
  en: { question: "Would you like to shop in English?", yes: "Shop in English", no: "Stay in Spanish" },
};

/** Proposes the browser's language once, if the shop speaks it and nobody has chosen a language here. */
export default function LanguageProposal() {
  const { address, choose } = useOtherPage();
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
      className="fixed inset-x-3 bottom-[calc(var(--cart-bar)+var(--buy-bar)+var(--edge)+0.75rem)] z-40 mx-auto flex w-fit max-w-80 flex-wrap sm:max-w-xl items-center gap-3 rounded-card border border-line bg-surface p-4 shadow-float print:hidden"
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
