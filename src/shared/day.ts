import * as z from "zod/mini";

/** A day such as `2026-12-24`. PostgreSQL has no year 0. */
export const day = z.iso.date().check(z.refine((text) => !text.startsWith("0000"), "is not a date"));

/** A time of the day. */
export const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time like 08:30"));
