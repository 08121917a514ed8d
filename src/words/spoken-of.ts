import { language, type Language } from "./language.ts";

/** What somebody wrote in both languages, in one of them: the Spanish text if there is one, otherwise the English one. */
export function spokenOf(english: string, spanish: string | undefined, spoken: Language = language()): string {
  return (spoken === "es" && spanish) || english;
}
