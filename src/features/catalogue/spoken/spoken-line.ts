import type { Language } from "#words/language.ts";
import { spanishUnit } from "../unit-words.ts";

interface NamedLine {
  name: string;
  unit?: string;
  /** Missing, like the next one, on payments started by older versions; empty where the product has no Spanish text. */
  nameEs?: string;
  unitEs?: string;
}

/** A line with what was bought in a language. */
export function spokenLine<L extends NamedLine>(line: L, spoken: Language): L {
  if (spoken === "en") return line;
  const unit = line.unitEs || spanishUnit(line.unit ?? "");
  return { ...line, name: line.nameEs || line.name, ...(unit && { unit }) };
}
