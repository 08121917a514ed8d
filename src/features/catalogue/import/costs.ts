import { refuse } from "#server/http/errors.ts";
import { seesCosts, type Role } from "#shared/roles.ts";
import { t } from "#words/t.ts";
import { readableFields } from "../../audit/rules.ts";
import { bareHeading, HEADINGS } from "./columns/headings.ts";
import type { FileColumn, ImportReport, Mapping, ProductImport } from "./contract.ts";
import type { ImportRow } from "./row/contract.ts";

/** A file's columns, with what they hold. */
type Columns = Pick<ProductImport, "columns" | "mapping">;

const COST = "cost_price";
const headings = [COST, ...(HEADINGS[COST] ?? [])].map(bareHeading);

/** Marks the columns that hold cost prices, by their names and by what an admin says. They stay marked, whatever others say. */
export function markCosts(columns: readonly FileColumn[], mapping: Mapping): FileColumn[] {
  const isCost = ({ name }: FileColumn, place: number) => mapping[place] === COST || headings.includes(bareHeading(name));
  return columns.map((column, place) => (isCost(column, place) ? { ...column, costs: true } : column));
}

/** Columns that were checked before there were marks are known by what they hold. */
const isHidden = ({ columns, mapping }: Columns, place: number, role: Role) =>
  !seesCosts(role) && (columns[place]?.costs === true || mapping[place] === COST);

/** Refuses to read cost prices for somebody who may not set them. @throws Refusal 403 naming the column */
export function refuseCosts(one: Columns, mapping: Mapping, role: Role): void {
  const place = mapping.findIndex((field, at) => field !== null && (isHidden(one, at, role) || isHidden({ ...one, mapping }, at, role)));
  if (place < 0) return;
  const column = one.columns[place]?.name || t("Column {number}", { number: place + 1 });
  throw refuse.forbidden(t("The column {column} holds cost prices, which only admins import. Leave it out.", { column }));
}

const withoutCosts = (warnings: readonly string[]) => warnings.filter((text) => !text.startsWith(`${COST} `));

function reportFor(report: ImportReport, role: Role): ImportReport {
  return seesCosts(role) ? report : { ...report, warnings: report.warnings.filter(({ text }) => withoutCosts([text]).length > 0) };
}

/** An import as somebody may see it. */
export function importFor(one: ProductImport, role: Role): ProductImport {
  return {
    ...one,
    columns: one.columns.map((column, place) => (isHidden(one, place, role) ? { ...column, samples: [] } : column)),
    mapping: one.mapping.map((field, place) => (isHidden(one, place, role) ? null : field)),
    report: one.report && reportFor(one.report, role),
  };
}

/** A row of a file as somebody may see it, made from cells that they may see. */
export function rowFor(row: ImportRow, role: Role): ImportRow {
  return {
    ...row,
    warnings: seesCosts(role) ? row.warnings : withoutCosts(row.warnings),
    before: readableFields(row.before, role),
    after: readableFields(row.after, role),
  };
}

/** The columns that somebody may see. */
export const shownPlaces = (one: Columns, role: Role): number[] =>
  one.columns.flatMap((_, place) => (isHidden(one, place, role) ? [] : [place]));

/** The cells of a row that somebody may see; the others are empty. */
export function cellsFor(cells: readonly string[], one: Columns, role: Role): string[] {
  const shown = shownPlaces(one, role);
  // In a row of the wrong length, a cost may be in any column.
  if (shown.length < one.columns.length && cells.length !== one.columns.length) return [];
  return cells.map((cell, place) => (isHidden(one, place, role) ? "" : cell));
}
