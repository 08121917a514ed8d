import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";

/** What can happen to a search: it found products or none, one of them was opened, put into the cart, or ordered. */
export const SEARCH_EVENTS = ["found", "missed", "clicked", "added", "bought"] as const;
export type SearchEvent = (typeof SEARCH_EVENTS)[number];

export const countSearch = endpoint({
  method: "POST",
  path: "/api/search/events",
  access: "anyone",
  summary: "Counts what became of a search, without recording who searched",
  input: z.object({ search: z.string().check(z.minLength(1), z.maxLength(200)), event: z.enum(SEARCH_EVENTS) }),
  reply: z.object({}),
});

/** The days that a report may cover, including today. */
export const RANGES = [7, 30, 90, 365] as const;
/** A search is listed once it was made this often in the range: a rarer one might say who made it. */
export const LEAST_LISTED = 3;

const days = z._default(
  z.coerce.number().check(z.refine((value) => RANGES.some((range) => range === value), `must be one of ${RANGES.join(", ")}`)),
  30,
);

const figures = { searched: z.int(), found: z.int(), clicked: z.int(), added: z.int(), bought: z.int() };
const searchFigures = z.object({ text: z.string(), ...figures });
export type SearchFigures = z.output<typeof searchFigures>;

const dayFigures = z.object({ day: z.iso.date(), ...figures });
export type DayFigures = z.output<typeof dayFigures>;

export const searchReport = endpoint({
  method: "GET",
  path: "/api/search/report",
  access: "manager",
  summary: "What was searched for, found, opened, added to the cart and bought, per day and per search, without recording who searched",
  input: z.object({ days }),
  reply: z.object({
    data: z.object({
      days: z.array(dayFigures),
      /** The most frequent searches, those that found nothing, and those of which nothing was opened. */
      top: z.array(searchFigures),
      missed: z.array(searchFigures),
      unclicked: z.array(searchFigures),
    }),
  }),
});

export const exportSearches = endpoint({
  method: "GET",
  path: "/api/search/report/export",
  access: "manager",
  summary: "The listed searches of the range as CSV, most frequent first",
  input: z.object({ days }),
  media: "text/csv; charset=utf-8",
  reply: z.object({}),
});
