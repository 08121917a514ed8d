import { t } from "#words/t.ts";

/** What the shop records itself about a payment. A provider's own words stay as they are. */
const NOTES: Readonly<Record<string, string>> = {
  "The provider gave the money back by itself": t("The provider gave the money back by itself"),
  "The account was deleted before the payment came": t("The account was deleted before the payment came"),
  "The goods were sold out when the payment came": t("The goods were sold out when the payment came"),
};

/** The note on a payment in words. */
export const noteInWords = (note: string): string => NOTES[note] ?? note;
