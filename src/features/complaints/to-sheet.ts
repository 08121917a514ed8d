import { toDollars } from "#shared/money.ts";
import type { Sheet } from "./contract.ts";
import { sheetNumber } from "./rules.ts";
import type { StoredComplaint } from "./store.ts";

/** A stored complaint as its sheet. */
export function toSheet(complaint: StoredComplaint): Sheet {
  const { year, serial, createdAt, dueOn, providerName, providerRuc, providerAddress, amountCents, answeredAt } = complaint;
  const { name, documentType, documentNumber, address, phone, email, parentName, good, currency } = complaint;
  const { description, orderNumber, kind, detail, request, emailed, answer } = complaint;
  return {
    number: sheetNumber(serial, year),
    createdAt: createdAt.toISOString(),
    dueOn,
    provider: { name: providerName, ruc: providerRuc, address: providerAddress },
    name,
    documentType,
    documentNumber,
    address,
    phone,
    email,
    parentName,
    good,
    currency,
    amount: amountCents === null ? null : toDollars(amountCents),
    description,
    orderNumber,
    kind,
    detail,
    request,
    emailed,
    answer: answeredAt && { at: answeredAt.toISOString(), text: answer },
  };
}
