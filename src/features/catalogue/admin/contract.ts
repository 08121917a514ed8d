import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id, idOrObject } from "#shared/id.ts";
import { asLine, line } from "#shared/line.ts";
import { MAX_LIMIT, product, weighed } from "../contract.ts";

/** Maximum text lengths in the catalogue, in characters. */
export const LONGEST = {
  sku: 100,
  name: 250,
  brand: 100,
  shelf: 100,
  type: 100,
  unit: 100,
  barcode: 30,
  description: 20_000,
  detail: 2000,
} as const;
/** Maximum number of entries per product. */
export const MOST = { images: 20, shelves: 50, details: 50 } as const;

/** Days within which something deleted can be restored. */
export const RESTORE_DAYS = 30;

/** Shelf ids, or objects with an `_id` as in responses. Duplicates are dropped. */
export const shelfIds = z.pipe(
  z.array(idOrObject).check(z.minLength(1, "is required"), z.maxLength(MOST.shelves)),
  z.transform((list: string[]) => [...new Set(list)]),
);

/** A picture URL: one of the shop's own, as returned by an upload, or an https URL. */
export const image = z.string().check(z.trim(), z.minLength(1, "is required"), z.maxLength(2000));
/** The version that was read. If it is outdated, the response is 409 and nothing changes. */
export const version = z.optional(z.int());

/** A Spanish text of one line; empty for none. If omitted, it stays unchanged. */
export const spanishLine = (most: number) => z.optional(z.string().check(z.overwrite(asLine), z.maxLength(most)));

export const spanishDescription = z.optional(z.string().check(z.trim(), z.maxLength(LONGEST.description)));

export const oneThing = z.object({ _id: id });

const LOCAL_TIME = /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/;
/** Whether the day and the time exist. */
function isLocalTime(text: string): boolean {
  const time = LOCAL_TIME.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
/** A local time in the shop's time zone. */
const localTime = z.string().check(z.refine(isLocalTime, "must be a date and time like 2026-12-24T18:00"));

/** A discount in percent that begins and ends by itself. One of the dates may be null. */
export const offer = z.object({ discount: z.number(), from: z.nullable(localTime), until: z.nullable(localTime) });
export type Offer = z.output<typeof offer>;

/** Values by field name. */
const details = z
  .record(line(LONGEST.shelf), z.string().check(z.trim(), z.minLength(1, "is required"), z.maxLength(LONGEST.detail)))
  .check(z.refine((fields) => Object.keys(fields).length <= MOST.details, `has more than ${MOST.details} fields`));

/**
 * The Spanish texts of a product. Where one is empty, shoppers see the English text. In a change under `/es`, a text without its Spanish one beside
 * it is itself Spanish, as in responses there.
 */
const spanishTexts = {
  name_es: z.string(),
  unit_es: z.string(),
  description_es: z.string(),
  more_details_es: z.record(z.string(), z.string()),
};
const justSpanish = z.object(spanishTexts);
export type SpanishTexts = z.output<typeof justSpanish>;

/**
 * The product fields an admin fills in. Number limits are in the catalogue's `rules.ts`. Fields that older clients omit (`sku`,
 * `brand` and those below) stay unchanged.
 */
const productFields = {
  name: line(LONGEST.name),
  /** If empty, the subcategory's picture is shown. */
  image: z._default(z.array(image).check(z.maxLength(MOST.images)), []),
  category: shelfIds,
  subCategory: shelfIds,
  unit: line(LONGEST.unit),
  stock: z.number(),
  /** List price in dollars. */
  price: z.number(),
  /** Percent. */
  discount: z.number(),
  description: z.string().check(z.trim(), z.minLength(1, "is required"), z.maxLength(LONGEST.description)),
  more_details: z._default(details, {}),
  name_es: spanishLine(LONGEST.name),
  unit_es: spanishLine(LONGEST.unit),
  description_es: spanishDescription,
  more_details_es: z.optional(details),
  /** Empty for none. */
  sku: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(LONGEST.sku)))),
  brand: z.optional(z.string().check(z.trim(), z.maxLength(LONGEST.brand))),
  /** A GTIN; empty for none. */
  barcode: z.optional(z.nullable(z.string().check(z.maxLength(LONGEST.barcode)))),
  /** What one piece costs the shop, or a kilogram of what is priced by weight, in dollars. Only admins get and send it; to others it is null. */
  cost_price: z.optional(z.nullable(z.number())),
  /** How it is sold if it is priced by weight; null for goods sold by the piece. */
  weighed: z.optional(z.nullable(weighed)),
  /** Hidden products are not for sale. */
  hidden: z.optional(z.boolean()),
  /** Replaces `discount`, which then does not matter; null for none. */
  offer: z.optional(z.nullable(offer)),
};

/** What a product may still lack if it lacked it before, like imported ones. */
const mayLack = {
  unit: z._default(z.string().check(z.overwrite(asLine), z.maxLength(LONGEST.unit)), ""),
  description: z._default(z.string().check(z.trim(), z.maxLength(LONGEST.description)), ""),
};

/** A product with its texts in English, and in Spanish beside them. */
export const productInBoth = z.extend(product, spanishTexts);

export const createProduct = endpoint({
  method: "POST",
  path: "/api/product/create",
  access: "manager",
  summary: "Add a product",
  bodyLimit: LARGE_BODY,
  input: z.object(productFields),
  reply: z.object({ data: productInBoth }),
});

/** The stock that was read. If sent, only the difference is applied, so that items sold in the meantime stay sold. */
export const stockWas = z.optional(z.int());

export const updateProduct = endpoint({
  method: "PUT",
  path: "/api/product/update-product-details",
  access: "manager",
  summary: "Change a product",
  bodyLimit: LARGE_BODY,
  input: z.object({ _id: id, ...productFields, ...mayLack, version, stockWas }),
  reply: z.object({ data: productInBoth }),
});

export const deleteProduct = endpoint({
  method: "DELETE",
  path: "/api/product/delete-product",
  access: "manager",
  summary: "Delete a product; orders keep their copy",
  input: oneThing,
  reply: z.object({}),
});

export const restoreProduct = endpoint({
  method: "POST",
  path: "/api/product/restore",
  access: "manager",
  summary: `Restore a product deleted within the last ${RESTORE_DAYS} days`,
  input: oneThing,
  reply: z.object({ data: productInBoth }),
});

export const catalogueKind = z.enum(["category", "subCategory", "product"]);
export type CatalogueKind = z.output<typeof catalogueKind>;

export const deletedThing = z.object({
  _id: id,
  kind: catalogueKind,
  name: z.string(),
  /** The Spanish name; left out if there is none. */
  name_es: z.optional(z.string()),
  /** Empty if there is none. */
  image: z.string(),
  deletedAt: z.iso.datetime(),
  /** When it can no longer be restored. */
  until: z.iso.datetime(),
  /** Who deleted it; empty if unknown. */
  by: z.string(),
});
export type DeletedThing = z.output<typeof deletedThing>;

export const listDeleted = endpoint({
  method: "GET",
  path: "/api/catalogue/deleted",
  access: "manager",
  summary: `What was deleted within the last ${RESTORE_DAYS} days and can be restored, newest first, 50 a page`,
  input: z.object({
    kind: z.optional(catalogueKind),
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
  }),
  reply: z.object({ page: z.int(), totalPage: z.int(), totalCount: z.int(), data: z.array(deletedThing) }),
});
export const DELETED_PAGE = MAX_LIMIT;
