import type { DocumentType } from "#shared/identity-documents.ts";
import { formatGrouped, toCents } from "#shared/money.ts";
import { formatDay, formatTime } from "#shared/time.ts";
import { plural, t } from "#words/t.ts";
import type { Kind, Sheet } from "../contract.ts";
import type { TimeLeft } from "../rules.ts";

/** The law is Peru's, so the book runs in its time, whatever zone the shop shows its other times in. */
export const BOOK_ZONE = "America/Lima";

/** What a claim and a grievance are, as the law's form says it. */
export const definitionOf = (kind: Kind): string =>
  kind === "reclamo"
    ? t("Claim (reclamo): a disagreement about the products or services.")
    : t(
        "Grievance (queja): a disagreement that is not about the products or services, or discomfort or dissatisfaction with the way you were served.",
      );

/** What the law has every sheet say. */
export const notices = (): string[] => [
  t(
    "Filing a complaint doesn't keep you from settling the dispute in other ways, and you don't need to file one before you report the shop to INDECOPI.",
  ),
  t("The shop must answer the claim or grievance within fifteen (15) working days (días hábiles). This time can't be extended."),
];

export const kindName = (kind: Kind): string => (kind === "reclamo" ? t("Claim (reclamo)") : t("Grievance (queja)"));

export const goodName = (good: Sheet["good"]): string => (good === "product" ? t("Product") : t("Service"));

export function documentName(type: DocumentType): string {
  if (type === "CE") return t("Foreign resident card (CE)");
  return type === "passport" ? t("Passport") : type;
}

/** A part of a sheet: labels with their texts, those of several lines with line breaks. */
export interface Section {
  title: string;
  rows: readonly (readonly [label: string, text: string])[];
}

/** The page of a sheet, below that of the book. Its key stays in the browser: what follows a # is not sent. */
export const sheetPath = (bookPath: string, key: string) => `${bookPath}/hoja#${key}`;

/** A day such as `2026-12-15` in words. */
export const dueInWords = (dueOn: string) => formatDay(dueOn, "UTC");

/** Sheets are in Peru: soles as people there write them. */
const signOf = (currency: string) => (currency === "PEN" ? "S/" : currency);

/** A row, unless its text is empty. */
const filled = (label: string, text: string) => (text === "" ? [] : [[label, text] as const]);

type Row = Section["rows"][number];

/** What identifies a sheet; nobody typed it. */
export const numberAndDate = ({ number, createdAt }: Sheet): Row[] => [
  [t("Number"), number],
  [t("Date"), formatTime(createdAt, BOOK_ZONE)],
];

/** Everything on a sheet, in the order of the law's form. */
export function sectionsOf(sheet: Sheet): Section[] {
  const { provider, parentName, good, amount, currency, orderNumber, answer, dueOn } = sheet;
  return [
    {
      title: t("Sheet (Hoja de Reclamación)"),
      rows: [...numberAndDate(sheet), [t("Provider"), provider.name], [t("RUC"), provider.ruc], [t("Address"), provider.address]],
    },
    {
      title: t("1. Consumer"),
      rows: [
        [t("Name"), sheet.name],
        [documentName(sheet.documentType), sheet.documentNumber],
        [t("Address"), sheet.address],
        [t("Phone"), sheet.phone],
        [t("Email"), sheet.email],
        ...filled(t("Mother, father or guardian"), parentName),
      ],
    },
    {
      title: t("2. Product or service"),
      rows: [
        [t("Type"), goodName(good)],
        [t("Amount claimed"), amount === null ? t("None") : `${signOf(currency)} ${formatGrouped(toCents(amount))}`],
        [t("Description"), sheet.description],
        ...filled(t("Order number"), orderNumber),
      ],
    },
    {
      title: t("3. Complaint and request"),
      rows: [
        [t("Type"), kindName(sheet.kind)],
        [t("What happened (detalle)"), sheet.detail],
        [t("Request (pedido)"), sheet.request],
      ],
    },
    {
      title: t("4. The shop's observations and actions"),
      rows: answer
        ? [
            [t("Answered on"), formatTime(answer.at, BOOK_ZONE)],
            [t("Answer [noun]"), answer.text],
          ]
        : [[t("Answer [noun]"), t("Due by {day}", { day: dueInWords(dueOn) })]],
    },
  ];
}

/** How long a complaint may still wait, in words. */
export function leftInWords({ days, overdue }: TimeLeft): string {
  if (overdue) return days === 0 ? t("Overdue") : plural(days, "Overdue by {count} working day", "Overdue by {count} working days");
  return days === 0 ? t("Due today") : plural(days, "{count} working day left", "{count} working days left");
}
