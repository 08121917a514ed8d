import * as z from "zod/mini";
import { readPriceRange } from "#shared/price-range.ts";

/** How a list can be sorted. Without one of these, a listing is sorted by popularity and a search by relevance. */
export const SORTS = ["price", "unit-price", "discount", "new", "name"] as const;
export type Sort = (typeof SORTS)[number];

/** Limits of what a request may ask for. */
export const MOST_VALUES = 20;
export const LONGEST_VALUE = 120;
/** Text that the database can hold. */
export const PLAIN = /^[^\0]*$/;

const value = z.string().check(z.minLength(1), z.maxLength(LONGEST_VALUE), z.regex(PLAIN, "must be plain text"));
const values = z.array(value).check(z.maxLength(MOST_VALUES));
const isRange = (text: string) => readPriceRange(text) !== null;

/** Optional fields of the calls whose lists can be narrowed and sorted. */
export const narrowing = {
  brand: z.optional(values),
  price: z.optional(z.string().check(z.refine(isRange, "must be a range of dollars like 2-10, -5 or 50-"))),
  offer: z.optional(z.boolean()),
  stock: z.optional(z.boolean()),
  detail: z.optional(
    z.array(value.check(z.includes(":", "must be a detail and its value like Origin:Peru"))).check(z.maxLength(MOST_VALUES)),
  ),
  sort: z.optional(z.enum(SORTS)),
  /** Whether the response says what the list can be narrowed by. */
  choices: z.optional(z.boolean()),
};

export const choice = z.object({ value: z.string(), count: z.int() });
/** What to call it in Spanish, if that differs from its value. */
const label = z.optional(z.string());

/**
 * What a list can be narrowed by, and how many products each choice leaves. The counts of a filter ignore what is chosen in that
 * filter, and respect everything else.
 */
export const choices = z.object({
  /** The most frequent brands first, at most 300. */
  brand: z.array(choice),
  /** Cheapest first. */
  price: z.array(choice),
  offer: z.int(),
  stock: z.int(),
  detail: z.array(z.object({ name: z.string(), label, values: z.array(z.extend(choice, { label })) })),
});
export type Choices = z.output<typeof choices>;

/** Of a list that its filters leave empty: how many products it has without them; omitted if it has none anyway. */
export const unfilteredCount = z.optional(z.int());

/** The most details that lists can be narrowed by. */
export const MOST_DETAILS = 4;
