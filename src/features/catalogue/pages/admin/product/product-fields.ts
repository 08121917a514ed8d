import type { InputOf } from "#shared/endpoint.ts";
import type { createProduct } from "../../../admin/contract.ts";
import { formatAmount, toCents, toDollars, toPercent } from "#shared/money.ts";
import { STEP_GRAMS, type Weighed } from "#shared/weights.ts";
import type { AdminProduct } from "../../../admin/find/contract.ts";
import { readCost, readDiscount, readGrams, readPrice, type Result } from "../../../fields/rules.ts";
import { toFormPictures, urlsOf, type FormPicture } from "./form-pictures.ts";

/** The values of the product form. */
export interface ProductFields {
  name: string;
  description: string;
  image: FormPicture[];
  /** Ids. */
  category: string[];
  subCategory: string[];
  unit: string;
  stock: string;
  price: string;
  discount: string;
  /** When the discount begins and ends, as the shop's clocks show it; empty for a discount without dates. */
  offerFrom: string;
  offerUntil: string;
  costPrice: string;
  soldBy: "piece" | "weight" | "weighed piece";
  /** What a weighed piece is about. */
  pieceGrams: string;
  sku: string;
  barcode: string;
  brand: string;
  hidden: boolean;
  more_details: ExtraField[];
  /** The Spanish texts; empty where shoppers see the English ones. */
  name_es: string;
  unit_es: string;
  description_es: string;
  more_details_es: ExtraField[];
}

interface ExtraField {
  name: string;
  value: string;
}

/** An empty form. */
export const BLANK: ProductFields = {
  name: "",
  description: "",
  image: [],
  category: [],
  subCategory: [],
  unit: "",
  stock: "",
  price: "",
  discount: "0",
  offerFrom: "",
  offerUntil: "",
  costPrice: "",
  soldBy: "piece",
  pieceGrams: "",
  sku: "",
  barcode: "",
  brand: "",
  hidden: false,
  more_details: [],
  name_es: "",
  unit_es: "",
  description_es: "",
  more_details_es: [],
};

export function toFields(product: AdminProduct): ProductFields {
  const { name, description, image, category, subCategory, unit, stock, price, discount, sku, brand, more_details } = product;
  const { barcode, cost_price: cost, hidden, offer, weighed, name_es, unit_es, description_es, more_details_es } = product;
  return {
    name,
    description,
    unit,
    brand,
    sku: sku ?? "",
    image: toFormPictures(image),
    category: category.map(({ _id }) => _id),
    subCategory: subCategory.map(({ _id }) => _id),
    stock: String(stock),
    price: formatAmount(toCents(price)),
    discount: String(offer?.discount ?? discount),
    offerFrom: offer?.from ?? "",
    offerUntil: offer?.until ?? "",
    costPrice: cost === null || cost === undefined ? "" : formatAmount(toCents(cost)),
    soldBy: weighed ? (weighed.by === "weight" ? "weight" : "weighed piece") : "piece",
    pieceGrams: weighed?.by === "piece" ? String(weighed.grams) : "",
    barcode: barcode ?? "",
    hidden,
    more_details: toExtraFields(more_details),
    name_es,
    unit_es,
    description_es,
    more_details_es: toExtraFields(more_details_es),
  };
}

const toExtraFields = (details: Record<string, string>): ExtraField[] => Object.entries(details).map(([name, value]) => ({ name, value }));

const toDetails = (fields: readonly ExtraField[]) => Object.fromEntries(fields.map(({ name, value }) => [name, value]));

/** The request for a form that has been checked. */
export function toInput(fields: ProductFields, seesCosts: boolean): InputOf<typeof createProduct> {
  const { image, stock, price, discount, offerFrom, offerUntil, costPrice, soldBy, pieceGrams, more_details, more_details_es, ...rest } =
    fields;
  const percent = toPercent(valueOf(readDiscount(discount)));
  const cost = readCost(costPrice);
  return {
    ...rest,
    image: urlsOf(image),
    stock: Number(stock),
    price: toDollars(valueOf(readPrice(price))),
    discount: percent,
    offer: offerFrom || offerUntil ? { discount: percent, from: offerFrom || null, until: offerUntil || null } : null,
    weighed: weighedOf(soldBy, pieceGrams),
    ...(seesCosts && { cost_price: cost.ok && cost.value !== null ? toDollars(cost.value) : null }),
    more_details: toDetails(more_details),
    more_details_es: toDetails(more_details_es),
  };
}

function weighedOf(soldBy: ProductFields["soldBy"], pieceGrams: string): Weighed | null {
  if (soldBy === "piece") return null;
  return soldBy === "weight" ? { by: "weight", grams: STEP_GRAMS } : { by: "piece", grams: valueOf(readGrams(pieceGrams.trim())) };
}

const valueOf = (result: Result<number>) => (result.ok ? result.value : Number.NaN);
