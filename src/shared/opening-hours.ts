import * as z from "zod/mini";
import { clock } from "./day.ts";

/** A time during which the shop is open, such as 09:00 to 13:00. */
const span = z
  .object({ from: clock, to: clock })
  .check(z.refine(({ from, to }) => from < to, { error: "must be after the time it opens", path: ["to"] }));
export type Span = z.output<typeof span>;

/** How often the shop may open on one day. */
export const MOST_SPANS = 4;

/** A day's spans in order; none when it is closed. */
const day = z.array(span).check(
  z.maxLength(MOST_SPANS, "may have four spans a day at most"),
  (checking) => {
    const spans = checking.value;
    const at = spans.findIndex(({ from, to }, place) => spans.slice(0, place).some((other) => from < other.to && other.from < to));
    if (at >= 0)
      checking.issues.push({ code: "custom", message: "must not overlap the day's other hours", path: [at, "from"], input: spans[at] });
  },
  z.overwrite((spans) => spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))),
);

/**
 * Converts days as the version before had them, each one span or null: from its database or a backup of it, and in an upgrade from its
 * server or a page that it sent. Anything else stays as it is.
 */
export function withSpans(days: unknown): unknown {
  return Array.isArray(days) ? days.map((one: unknown) => (Array.isArray(one) ? one : one === null ? [] : [one])) : days;
}

/** Monday first. Null: the shop doesn't say. */
export const openingHours = z.pipe(z.transform(withSpans), z.nullable(z.array(day).check(z.length(7, "must have seven days"))));
export type OpeningHours = NonNullable<z.output<typeof openingHours>>;
