import { language, type Language } from "./language.ts";

/** Chooses a text that was written in both languages: on Spanish pages the Spanish one, unless it is empty, otherwise the English one. */
export function spokenOf(english: string, spanish: string | undefined, spoken: Language = language()): string {
  return (spoken === "es" && spanish) || english;
}
