import { t } from "#words/t.ts";
import { readBarcode, readCost, readGrams } from "../../fields/rules.ts";
import { amountIn, quoted, type Leave, type ReadCell } from "./read-figures.ts";
import type { Reading, Row } from "./row.ts";

const YES = /^(?:1|true|yes|y|si|sí|ja|x|hidden)$/i;
const NO = /^(?:0|false|no|n|nein|visible)$/i;

/** What other systems write of products that shoppers see, and of those they don't. */
const PUBLISHED =
  /^(?:1|true|yes|y|x|active|enabled|visible|catalog|search|publish(?:ed)?|verdadero|s[ií]|activ[oa]|habilitad[oa]|publicad[oa]|wahr|ja|aktiv|sichtbar|veröffentlicht)$/i;
const UNPUBLISHED = new RegExp(
  `^(?:${[
    "-1|0|false|no?|inactive|disabled|hidden|draft|pending|archived|discontinued|unlisted|unpublished|not published|private",
    "falso|(?:in|des)activ(?:[oa]|ad[oa])|(?:des|in)habilitad[oa]|ocult[oa]|borrador|pendiente|archivad[oa]|des(?:continuad|catalogad)[oa]|(?:no |des)publicad[oa]|privad[oa]",
    "falsch|nein|inaktiv|deaktiviert|versteckt|ausgeblendet|entwurf|ausstehend|archiviert|unveröffentlicht|nicht veröffentlicht|privat",
  ].join("|")})$`,
  "i",
);
export const isPublication = (cell: string): boolean => PUBLISHED.test(cell) || UNPUBLISHED.test(cell);

/** Whether a product is published, by all that its own row and that of its variants' product say; null if they say nothing. */
export function readPublication(said: readonly string[]): boolean | null {
  if (said.some((cell) => UNPUBLISHED.test(cell))) return false;
  return said.some((cell) => PUBLISHED.test(cell)) ? true : null;
}

/** Barcode, cost, whether the product is hidden, and how it is sold. Empty cells change nothing. */
export function readOwnFields(
  how: Reading,
  cell: ReadCell,
  leave: Leave,
  warnings: string[],
): Pick<Row, "barcode" | "costCents" | "hidden" | "soldBy"> {
  return {
    barcode: barcodeOf(cell, leave),
    costCents: costOf(how, cell, leave, warnings),
    hidden: hiddenOf(cell, leave),
    soldBy: soldByOf(cell, leave),
  };
}

/** Spreadsheets drop zeros in front, so a digit too few may be one of them. */
function barcodeOf(cell: ReadCell, leave: Leave): string | null {
  const written = cell("barcode") ?? "";
  const read = readBarcode(written);
  if (read.ok) return read.value;
  const withZero = /^(?:\d{7}|\d{11})$/.test(written) ? readBarcode(`0${written}`) : read;
  if (withZero.ok) return withZero.value;
  leave("barcode", `${quoted(written)} ${read.reason}`);
  return null;
}

function costOf(how: Reading, cell: ReadCell, leave: Leave, warnings: string[]): number | null {
  const written = cell("cost_price") ?? "";
  const { number, doubt } = amountIn(how, "cost_price", written, warnings);
  const read = doubt ? { ok: false as const, reason: "" } : readCost(number ?? written);
  if (read.ok) return read.value;
  leave("cost_price", doubt || `${quoted(written)} ${read.reason}`);
  return null;
}

function hiddenOf(cell: ReadCell, leave: Leave): boolean | null {
  const written = cell("hidden") ?? "";
  if (YES.test(written)) return true;
  if (NO.test(written)) return false;
  if (written !== "") leave("hidden", t("{written} is neither yes nor no", { written: quoted(written) }));
  return null;
}

/** `piece`, `weight`, or what a weighed piece is about: `300 g`. */
function soldByOf(cell: ReadCell, leave: Leave): string | null {
  const written = (cell("sold_by") ?? "").toLowerCase();
  if (written === "") return null;
  if (written === "piece" || written === "weight") return written;
  const grams = readGrams(/^(\d+) ?g$/.exec(written)?.[1] ?? "");
  if (grams.ok) return `${grams.value} g`;
  leave("sold_by", t('{written} is neither "piece" nor "weight", nor what a piece weighs, such as "300 g"', { written: quoted(written) }));
  return null;
}
