import type { Text } from "#words/t.ts";
/** What people in Peru identify themselves with. */
export const DOCUMENTS = ["DNI", "CE", "passport", "RUC"] as const;
export type DocumentType = (typeof DOCUMENTS)[number];

const FORMATS: Readonly<Record<DocumentType, { fits: (number: string) => boolean; words: Text }>> = {
  DNI: { fits: (number) => /^\d{8}$/.test(number), words: "must be the 8 digits of a DNI" },
  CE: { fits: (number) => /^[A-Z0-9]{9,12}$/.test(number), words: "must be the 9 to 12 letters and digits of a CE" },
  passport: { fits: (number) => /^[A-Z0-9]{5,12}$/.test(number), words: "must be the 5 to 12 letters and digits of a passport" },
  RUC: { fits: isRuc, words: "must be a RUC of 11 digits" },
};

/** A document's number as it is stored: in capitals, without spaces, dots and hyphens. */
export const documentNumber = (typed: string) => typed.replaceAll(/[\s.-]/g, "").toUpperCase();

/** What is wrong with a document's number; undefined if it fits. */
export function wrongNumber(type: DocumentType, number: string): string | undefined {
  const { fits, words } = FORMATS[type];
  return fits(number) ? undefined : words;
}

/** What a RUC begins with: people, or companies and institutions. */
const BEGINNING = /^(?:10|15|16|17|20)\d{9}$/;
const WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** Whether a text is a Peruvian tax number (RUC): 11 digits, the last of which checks the others. */
export function isRuc(text: string): boolean {
  if (!BEGINNING.test(text)) return false;
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(text[place]), 0);
  return (11 - (sum % 11)) % 10 === Number(text[10]);
}
