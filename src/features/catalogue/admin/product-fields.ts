import { plural, t } from "#words/t.ts";
import { aboutField } from "#server/http/check-messages.ts";
import { refuse } from "#server/http/errors.ts";
import { toDollars, toPercent } from "#shared/money.ts";
import { STEP_GRAMS, type Weighed } from "#shared/weights.ts";
import type { Fields } from "../../audit/rules.ts";
import type { OfferDates } from "../offers/store.ts";
import { readBarcode, readCost, readDiscount, readGrams, readPrice, readStock, type Result } from "../fields/rules.ts";
import { spanishUnit } from "../unit-words.ts";
import type { Offer, SpanishTexts } from "./contract.ts";
import type { LockedProduct, ProductRow } from "./product-store.ts";
import { textsAfter } from "./sent-texts.ts";
import type { Named } from "./shelves/shelf-store.ts";

type Unsure<T> = { [K in keyof T]: T[K] | undefined };

/** A product as the contract defines its fields. */
export interface SentProduct extends Partial<Unsure<SpanishTexts>> {
  name: string;
  image: string[];
  category: string[];
  subCategory: string[];
  unit: string;
  stock: number;
  price: number;
  discount: number;
  description: string;
  more_details: Record<string, string>;
  sku?: string | null | undefined;
  brand?: string | undefined;
  barcode?: string | null | undefined;
  cost_price?: number | null | undefined;
  weighed?: Weighed | null | undefined;
  hidden?: boolean | undefined;
  offer?: Offer | null | undefined;
  stockWas?: number | undefined;
}

/**
 * The new row of a product. Fields that were not sent stay unchanged.
 * @param dates of the offer that was sent
 * @throws Refusal 400 naming the field, 409 if fewer pieces are left than would be taken away
 */
export function toRow(sent: SentProduct, dates: OfferDates | null, known?: LockedProduct): ProductRow {
  refuseEmptied(sent, known);
  const stock = stockOf(sent, known);
  if (!stock.ok) throw refuse.conflict(aboutField("stock", stock.reason), { stock: known?.stock });
  return {
    ...textsOf(sent, known),
    stock: stock.value,
    image: standsIn(sent.image, known) ? [] : [...new Set(sent.image)],
    priceCents: accept("price", readPrice(String(sent.price))),
    ...discountOf(sent, dates, known),
    sku: sent.sku === undefined ? (known?.sku ?? null) : sent.sku || null,
    brand: sent.brand ?? known?.brand ?? "",
    barcode: sent.barcode === undefined ? (known?.barcode ?? null) : accept("barcode", readBarcode(sent.barcode ?? "")),
    costCents: sent.cost_price === undefined ? (known?.costCents ?? null) : accept("cost_price", readCost(String(sent.cost_price ?? ""))),
    ...weighedOf(sent, known),
    hidden: sent.hidden ?? known?.hidden ?? false,
  };
}

type Texts = Pick<ProductRow, "name" | "unit" | "description" | "moreDetails"> & SpanishColumns;

function textsOf(sent: SentProduct, known: LockedProduct | undefined): Texts {
  const old: Texts = known ?? { ...sent, moreDetails: sent.more_details, nameEs: "", unitEs: "", descriptionEs: "", moreDetailsEs: {} };
  const name = textsAfter(sent.name, sent.name_es, { english: old.name, spanish: old.nameEs, shown: old.nameEs || old.name });
  const unit = textsAfter(sent.unit, sent.unit_es, { english: old.unit, spanish: old.unitEs, shown: old.unitEs || spanishUnit(old.unit) });
  const description = textsAfter(sent.description, sent.description_es, {
    english: old.description,
    spanish: old.descriptionEs,
    shown: old.descriptionEs || old.description,
  });
  const moreDetails = textsAfter(sent.more_details, sent.more_details_es, {
    english: old.moreDetails,
    spanish: old.moreDetailsEs,
    shown: Object.keys(old.moreDetailsEs).length > 0 ? old.moreDetailsEs : old.moreDetails,
  });
  return {
    name: name.english,
    nameEs: name.spanish,
    unit: unit.english,
    unitEs: unit.spanish,
    description: description.english,
    descriptionEs: description.spanish,
    moreDetails: moreDetails.english,
    moreDetailsEs: moreDetails.spanish,
  };
}

function weighedOf({ weighed }: SentProduct, known: LockedProduct | undefined): Pick<ProductRow, "weighedBy" | "weighedGrams"> {
  if (weighed === undefined) return { weighedBy: known?.weighedBy ?? null, weighedGrams: known?.weighedGrams ?? null };
  if (weighed === null) return { weighedBy: null, weighedGrams: null };
  return {
    weighedBy: weighed.by,
    weighedGrams: weighed.by === "weight" ? STEP_GRAMS : accept("weighed.grams", readGrams(String(weighed.grams))),
  };
}

/** New products need all texts (ADM-7). Imported products may lack some, and can be changed all the same. */
function refuseEmptied(texts: Pick<ProductRow, "unit" | "description">, known: LockedProduct | undefined): void {
  for (const field of ["unit", "description"] as const)
    if (texts[field] === "" && known?.[field] !== "") throw refuse.badField(field, t("is required"));
}

function stockOf({ stock, stockWas }: SentProduct, known: LockedProduct | undefined): Result<number> {
  // Canceled orders can raise the stock above the limit, which must not block changes of other fields.
  if (known && stock === stockWas) return { ok: true, value: known.stock };
  return stockAfter({ stock: accept("stock", readStock(String(stock))), stockWas }, known?.stock ?? 0);
}

export type Discount = Pick<ProductRow, "discountHundredths" | "offerHundredths" | "offerFrom" | "offerUntil">;

function discountOf({ discount, offer }: SentProduct, dates: OfferDates | null, known: LockedProduct | undefined): Discount {
  if (offer && dates) {
    const offerHundredths = accept("offer.discount", readDiscount(String(offer.discount)));
    if (offerHundredths === 0) throw refuse.badField("offer.discount", t("must be more than 0"));
    const { from, until, isOn, isOver } = dates;
    if (!from && !until) throw refuse.badInput(t("offer.from or offer.until is required"));
    if (from && until && from >= until) throw refuse.badField("offer.until", t("must be later than offer.from"));
    if (isOver && until?.getTime() !== known?.offerUntil?.getTime()) throw refuse.badField("offer.until", t("must be in the future"));
    return { discountHundredths: isOn ? offerHundredths : 0, offerHundredths, offerFrom: from, offerUntil: until };
  }
  const discountHundredths = accept("discount", readDiscount(String(discount)));
  // Clients that don't know offers send back the discount they read.
  if (offer === undefined && known?.offerHundredths && discountHundredths === known.discountHundredths) return discountIn(known);
  return { discountHundredths, offerHundredths: null, offerFrom: null, offerUntil: null };
}

function accept<T>(field: string, result: Result<T>): T {
  if (!result.ok) throw refuse.badField(field, result.reason);
  return result.value;
}

/** The new stock. If we know which stock the admin saw, items sold since then stay sold. */
export function stockAfter({ stock, stockWas }: { stock: number; stockWas?: number | undefined }, present: number): Result<number> {
  if (stockWas === undefined) return { ok: true, value: stock };
  const value = present + stock - stockWas;
  if (value < 0)
    return {
      ok: false,
      reason: plural(present, "cannot fall by {fall}: {count} is left", "cannot fall by {fall}: {count} are left", {
        fall: stockWas - stock,
      }),
    };
  const result = readStock(String(value));
  return result.ok ? result : { ok: false, reason: t("would be {value}: it {reason}", { value, reason: result.reason }) };
}

/** Whether the picture sent is only the fallback from the subcategory, which responses show for a product without pictures. */
function standsIn(image: readonly string[], known: LockedProduct | undefined): boolean {
  return known?.image.length === 0 && image.length === 1 && known.subCategory.some((shelf) => shelf.image === image[0]);
}

/** The Spanish texts of a product, as the API names them. */
export function spanishOf({ nameEs, unitEs, descriptionEs, moreDetailsEs }: SpanishColumns): SpanishTexts {
  return { name_es: nameEs, unit_es: unitEs, description_es: descriptionEs, more_details_es: moreDetailsEs };
}

export type SpanishColumns = Pick<ProductRow, "nameEs" | "unitEs" | "descriptionEs" | "moreDetailsEs">;

const hasText = ([, text]: [string, string | object]) => (typeof text === "string" ? text !== "" : Object.keys(text).length > 0);

/** The Spanish texts that are not empty. */
export function notedSpanish(row: SpanishColumns): Fields {
  return Object.fromEntries(Object.entries(spanishOf(row)).filter(hasText));
}

/** A product as the audit log records it. */
export function noted(row: ProductRow, shelves: { category: readonly Named[]; subCategory: readonly Named[] }): Fields {
  const { name, image, unit, stock, description, moreDetails, sku, brand, barcode, costCents, hidden, weighedBy, weighedGrams } = row;
  return {
    name,
    image,
    unit,
    stock,
    price: toDollars(row.priceCents),
    ...notedDiscount(row),
    description,
    more_details: moreDetails,
    ...notedSpanish(row),
    sku,
    brand,
    barcode,
    cost_price: costCents === null ? null : toDollars(costCents),
    hidden,
    weighed: weighedBy && { by: weighedBy, grams: weighedGrams },
    category: shelves.category.map(toName),
    subCategory: shelves.subCategory.map(toName),
  };
}

/** The columns of a discount alone. */
export const discountIn = ({ discountHundredths, offerHundredths, offerFrom, offerUntil }: Discount): Discount => ({
  discountHundredths,
  offerHundredths,
  offerFrom,
  offerUntil,
});

/** The discount, or the offer instead, since its dates change the discount by themselves. */
export function notedDiscount({ discountHundredths, offerHundredths, offerFrom, offerUntil }: Discount) {
  if (offerHundredths === null) return { discount: toPercent(discountHundredths), offer: null };
  const offer = { discount: toPercent(offerHundredths), from: offerFrom?.toISOString() ?? null, until: offerUntil?.toISOString() ?? null };
  return { discount: null, offer };
}

const toName = ({ _id, name }: Named): Named => ({ _id, name });
