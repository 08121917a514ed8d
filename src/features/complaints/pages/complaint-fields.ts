import { DOCUMENTS, documentNumber, wrongNumber, type DocumentType } from "#shared/identity-documents.ts";
import { toDollars } from "#shared/money.ts";
import { readTypedAmount } from "#shared/typed-amount.ts";
import type { InputOf } from "#shared/endpoint.ts";
import { t } from "#words/t.ts";
import type { fileComplaint, Kind } from "../contract.ts";

/** What is typed into the form of a sheet. */
export interface Typed {
  name: string;
  documentType: DocumentType;
  documentNumber: string;
  address: string;
  phone: string;
  email: string;
  isMinor: boolean;
  parentName: string;
  good: "product" | "service";
  amount: string;
  description: string;
  orderNumber: string;
  kind: Kind | "";
  detail: string;
  request: string;
  accepted: boolean;
}

export const EMPTY: Typed = {
  name: "",
  documentType: DOCUMENTS[0],
  documentNumber: "",
  address: "",
  phone: "",
  email: "",
  isMinor: false,
  parentName: "",
  good: "product",
  amount: "",
  description: "",
  orderNumber: "",
  kind: "",
  detail: "",
  request: "",
  accepted: false,
};

export const isFilled = (text: string) => text.trim() !== "" || t("Fill this in");

export const isPhone = (text: string) => /^\+?[\d\s()-]{6,20}$/.test(text.trim()) || t("Enter a phone number");

export const isAmount = (text: string) => text.trim() === "" || !Number.isNaN(readTypedAmount(text)) || t("Enter an amount such as 24.90");

/** Whether a document's number is one of its type, or how it should look. */
export function isNumberOf(type: DocumentType, typed: string): string | true {
  if (!wrongNumber(type, documentNumber(typed))) return true;
  if (type === "DNI") return t("A DNI has 8 digits");
  if (type === "RUC") return t("Enter a RUC of 11 digits");
  return type === "CE" ? t("A CE has 9 to 12 letters and digits") : t("A passport has 5 to 12 letters and digits");
}

/** The request that files what was typed; the form has checked it. */
export function toRequest({ isMinor, parentName, amount, kind, accepted: _accepted, ...fields }: Typed): InputOf<typeof fileComplaint> {
  return {
    ...fields,
    parentName: isMinor ? parentName : "",
    amount: amount.trim() === "" ? null : toDollars(readTypedAmount(amount)),
    kind: kind || "reclamo",
    accepted: true,
  };
}
