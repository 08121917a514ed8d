import type { Mapping } from "../contract.ts";
import type { NumberStyle } from "../columns/decimals.ts";
import type { Shelves } from "./shelf-paths.ts";

/** A row's values for a product. `null` means not given, so an existing product keeps its value. */
export interface Row {
  /** The shop's own id. */
  id: string | null;
  /** Empty for no sku. */
  sku: string | null;
  name: string | null;
  brand: string | null;
  category: string[] | null;
  subCategory: string[] | null;
  /** Which of them is in which category; `null` if the file has columns for both, so it doesn't say. */
  paths: Shelves["paths"] | null;
  /** Whether its own cells name them. Otherwise they are for new products only. */
  saysCategory: boolean;
  saysSubCategory: boolean;
  type: string | null;
  unit: string | null;
  stock: number | null;
  priceCents: number | null;
  /** What is paid, if the row has no price to compare it with. */
  saleCents: number | null;
  discountHundredths: number | null;
  /** The price is written as one per kilogram, so it is not that of a piece. */
  isPerKilo: boolean;
  description: string | null;
  image: string[] | null;
  moreDetails: Record<string, string> | null;
  barcode: string | null;
  costCents: number | null;
  hidden: boolean | null;
  /** What another shop says of it. That shows no product which is hidden here. */
  isPublished: boolean | null;
  soldBy: string | null;
  /** Shared with the products that differ from this one only in size or flavor; empty for none. */
  group: string | null;
  /** What distinguishes it in its group. */
  groupLabel: string | null;
  nameEs: string | null;
  unitEs: string | null;
  descriptionEs: string | null;
  moreDetailsEs: Record<string, string> | null;
  /** The Spanish names of `category`, in its order. */
  categoryEs: string[] | null;
  subCategoryEs: string[] | null;
  /** Cells that were left out or read differently than written, and why. */
  warnings: string[];
  /** Which shelves a new product lacks; otherwise empty. */
  shelfFault: string;
  /** Why the price cannot be read; otherwise empty. A known product keeps its price. */
  priceFault: string;
  /** The number was made from name and unit. */
  isSkuMade: boolean;
}

/** How the cells of a file are read. */
export interface Reading {
  mapping: Mapping;
  /** How the numbers of each column are read. */
  numbers: readonly NumberStyle[];
  /** Whether the name of each column says that its prices are per kilogram. */
  perKilo: readonly boolean[];
  /** `Category > Subcategory` for products without; empty for none. */
  shelf: string;
  /** When the file is checked, in milliseconds. */
  now: number;
  /** Of the shop: dates are in it, unless they have a zone of their own. */
  timeZone: string;
  /** Makes a number for rows that have neither sku nor id. */
  makeSku: ((name: string, unit: string) => string) | null;
}

/** What other rows of the file add to one. */
export interface Relatives {
  /** The row whose values it inherits. */
  parent: readonly string[] | null;
  /** Picture cells of rows that only hold pictures of this product. */
  pictures: readonly string[];
  /** What its group is known by; empty for none. */
  group: string;
}

export const ALONE: Relatives = { parent: null, pictures: [], group: "" };
