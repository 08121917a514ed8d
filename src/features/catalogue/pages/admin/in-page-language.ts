import { spokenOf } from "#words/spoken-of.ts";
import { spanishUnit } from "../../unit-words.ts";

export interface NamedInBoth {
  name: string;
  name_es?: string | undefined;
}

/** The name of something that admins edit in both languages, in that of the page. */
export const spokenName = ({ name, name_es: spanish }: NamedInBoth): string => spokenOf(name, spanish);

/** What a pack of a product holds, in the language of the page. */
export const spokenUnit = ({ unit, unit_es: spanish }: { unit: string; unit_es?: string | undefined }): string =>
  spokenOf(unit, spanish || spanishUnit(unit));
