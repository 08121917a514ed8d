import type { Field } from "../contract.ts";

/** What Excel writes instead of a value, in English, Spanish and German. */
const ERROR = /^#(?:N\/[AD]|NV|[¡¿]?[A-ZÄÖÜ]+(?:\/0)?[!?])$/;
export const isSpreadsheetError = (cell: string): boolean => ERROR.test(cell);

/** A long number as Excel shows it: `4.00638E+12`. Its other digits are lost. */
export const isShortened = (cell: string): boolean => /^\d(?:[.,]\d+)?E\+\d\d$/i.test(cell);

/** Fields that an empty cell clears. */
const CLEARED: ReadonlySet<Field> = new Set<Field>([
  ...(["brand", "type", "unit", "description", "more_details"] as const),
  ...(["name_es", "unit_es", "description_es", "more_details_es"] as const),
]);
/** Fields whose cells are refused or left out as they are. */
const JUDGED: ReadonlySet<Field> = new Set<Field>([
  ...(["sku", "name", "price", "sale_price", "compare_at_price", "cost_price", "discount", "stock", "barcode"] as const),
]);

/** What a cell that holds an error says: nothing; undefined if its field is judged anyway. */
export const valueOfError = (field: Field): "" | null | undefined => (JUDGED.has(field) ? undefined : CLEARED.has(field) ? null : "");

/** What price lists write under their columns. */
const TOTAL = /^(?:(?:sub|grand )?totale?s?(?: general)?|summe|gesamt(?:summe)?|suma)\s*:?$/i;
export const isTotal = (name: string): boolean => TOTAL.test(name);
