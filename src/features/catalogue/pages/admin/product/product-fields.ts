import type { InputOf } from "#shared/endpoint.ts";
import type { createProduct } from "../../../admin/contract.ts";
import { formatAmount, toCents, toDollars, toPercent } from "#shared/money.ts";
import type { Product } from "../../../contract.ts";
import { readDiscount, readPrice, type Result } from "../../../rules.ts";
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
  sku: string;
  brand: string;
  more_details: { name: string; value: string }[];
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
  discount: "",
  sku: "",
  brand: "",
  more_details: [],
};

export function toFields(product: Product): ProductFields {
  const { name, description, image, category, subCategory, unit, stock, price, discount, sku, brand, more_details } = product;
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
    discount: String(discount),
    more_details: Object.entries(more_details).map(([field, value]) => ({ name: field, value })),
  };
}

/** The request for a form that has been checked. */
export function toInput(fields: ProductFields): InputOf<typeof createProduct> {
  const { image, stock, price, discount, more_details, ...rest } = fields;
  return {
    ...rest,
    image: urlsOf(image),
    stock: Number(stock),
    price: toDollars(valueOf(readPrice(price))),
    discount: toPercent(valueOf(readDiscount(discount))),
    more_details: Object.fromEntries(more_details.map(({ name, value }) => [name, value])),
  };
}

const valueOf = (result: Result<number>) => (result.ok ? result.value : Number.NaN);
