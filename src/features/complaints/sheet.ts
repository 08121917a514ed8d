import { formatAmount, toCents } from "#shared/money.ts";
import { formatDay, formatTime } from "#shared/time.ts";
import type { Kind, Sheet } from "./contract.ts";
import type { DocumentType } from "#shared/identity-documents.ts";

/** What the shop is asked to print on its sheets and beside the form. */
export const definitionOf = (kind: Kind): string =>
  kind === "reclamo"
    ? "Claim (reclamo): a disagreement about the products or services."
    : "Grievance (queja): a disagreement that is not about the products or services, or discomfort or dissatisfaction with the way you were served.";

/** What the law has every sheet say. */
export const notices = (): string[] => [
  "Filing a complaint doesn't keep you from settling the dispute in other ways, and you don't need to file one before you report the shop to INDECOPI.",
  "The shop must answer within fifteen (15) working days (días hábiles). This time can't be extended.",
];

export const kindName = (kind: Kind): string => (kind === "reclamo" ? "Claim (reclamo)" : "Grievance (queja)");

export function documentName(type: DocumentType): string {
  if (type === "CE") return "Foreign resident card (CE)";
  return type === "passport" ? "Passport" : type;
}

/** A part of a sheet: labels with their texts, those of several lines with line breaks. */
export interface Section {
  title: string;
  rows: readonly (readonly [label: string, text: string])[];
}

/** A day such as `2026-12-15` in words. */
export const dueInWords = (dueOn: string) => formatDay(dueOn, "UTC");

/** A row, unless its text is empty. */
const filled = (label: string, text: string) => (text === "" ? [] : [[label, text] as const]);

/** Everything on a sheet, in the order of the law's form. */
export function sectionsOf(sheet: Sheet, timeZone: string): Section[] {
  const { number, createdAt, provider, parentName, good, amount, currency, orderNumber, answer, dueOn } = sheet;
  return [
    {
      title: "Sheet (Hoja de Reclamación)",
      rows: [
        ["Number", number],
        ["Date", formatTime(createdAt, timeZone)],
        ["Provider", provider.name],
        ["RUC", provider.ruc],
        ["Address", provider.address],
      ],
    },
    {
      title: "1. Consumer",
      rows: [
        ["Name", sheet.name],
        [documentName(sheet.documentType), sheet.documentNumber],
        ["Address", sheet.address],
        ["Phone", sheet.phone],
        ["Email", sheet.email],
        ...filled("Parent or guardian", parentName),
      ],
    },
    {
      title: "2. What was bought",
      rows: [
        ["Type", good === "product" ? "Product" : "Service"],
        ["Amount claimed", amount === null ? "None" : `${currency} ${formatAmount(toCents(amount))}`],
        ["Description", sheet.description],
        ...filled("Order number", orderNumber),
      ],
    },
    {
      title: "3. Complaint",
      rows: [
        ["Type", kindName(sheet.kind)],
        ["What happened (detalle)", sheet.detail],
        ["What you ask for (pedido)", sheet.request],
      ],
    },
    {
      title: "4. The shop's observations and actions",
      rows: answer
        ? [
            ["Answered on", formatTime(answer.at, timeZone)],
            ["Answer", answer.text],
          ]
        : [["Answer", `Due by ${dueInWords(dueOn)}`]],
    },
  ];
}
