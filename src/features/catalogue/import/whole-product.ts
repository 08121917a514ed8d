import { toDollars, toPercent } from "#shared/money.ts";
import type { Fields } from "../../audit/rules.ts";
import { notedSpanish } from "../admin/product-fields.ts";
import type { Shelves } from "./row/shelf-paths.ts";

/** A complete product as the import writes it, with shelves by name. */
export interface WholeProduct {
  sku: string | null;
  name: string;
  brand: string;
  category: string[];
  subCategory: string[];
  /** Which of several is in which category, if the file says so. */
  paths?: Shelves["paths"] | undefined;
  type: string;
  unit: string;
  stock: number;
  priceCents: number;
  discountHundredths: number;
  description: string;
  image: string[];
  moreDetails: Record<string, string>;
  barcode: string | null;
  costCents: number | null;
  hidden: boolean;
  /** `piece`, `weight`, or what a weighed piece is about, as `300 g`. */
  soldBy: string;
  /** Shared by products that differ only in size or flavor. */
  group: string | null;
  /** What distinguishes it in its group. */
  groupLabel: string;
  nameEs: string;
  unitEs: string;
  descriptionEs: string;
  moreDetailsEs: Record<string, string>;
  /** The Spanish names that its shelves get, by their names. */
  categoryEs: ShelfNames;
  subCategoryEs: ShelfNames;
}

export type ShelfNames = Record<string, string>;

/** A product that already exists. */
export interface KnownProduct extends WholeProduct {
  /** Those of its shelves that have one. */
  categoryEs: ShelfNames;
  subCategoryEs: ShelfNames;
  id: string;
  version: number;
  deleted: boolean;
  /** Its offer with dates, which a new discount replaces. */
  offer: { discountHundredths: number; from: string | null; until: string | null } | null;
}

export const NEW: WholeProduct = {
  sku: null,
  name: "",
  brand: "",
  category: [],
  subCategory: [],
  type: "",
  unit: "",
  stock: 0,
  priceCents: 0,
  discountHundredths: 0,
  description: "",
  image: [],
  moreDetails: {},
  barcode: null,
  costCents: null,
  hidden: false,
  soldBy: "piece",
  group: null,
  groupLabel: "",
  nameEs: "",
  unitEs: "",
  descriptionEs: "",
  moreDetailsEs: {},
  categoryEs: {},
  subCategoryEs: {},
};

/** A product as the audit log and the screen show it. */
export function toFields({ priceCents, discountHundredths, costCents, moreDetails, group, groupLabel, ...rest }: WholeProduct): Fields {
  const { sku, name, brand, category, subCategory, type, unit, stock, description, image } = rest;
  return {
    sku,
    name,
    brand,
    category,
    subCategory,
    type,
    unit,
    stock,
    price: toDollars(priceCents),
    discount: toPercent(discountHundredths),
    description,
    image,
    more_details: moreDetails,
    ...(rest.barcode !== null && { barcode: rest.barcode }),
    ...(costCents !== null && { cost_price: toDollars(costCents) }),
    ...(rest.hidden && { hidden: true }),
    ...(rest.soldBy !== NEW.soldBy && { sold_by: rest.soldBy }),
    ...notedSpanish(rest),
    ...(group !== null && { size: groupLabel, sizesOf: group }),
  };
}
