import { isRuc } from "./ruc.ts";

/** What people in Peru identify themselves with. */
export const DOCUMENTS = ["DNI", "CE", "passport", "RUC"] as const;
export type DocumentType = (typeof DOCUMENTS)[number];

const FORMATS: Readonly<Record<DocumentType, { fits: (number: string) => boolean; words: string }>> = {
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
