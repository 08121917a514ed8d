import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { asLine, line } from "#shared/line.ts";
import { choice, MOST_DETAILS } from "../contract.ts";

/** A colon separates a detail from its value. */
const names = z.array(line(100).check(z.regex(/^[^:]*$/, "must not contain a colon"))).check(z.maxLength(MOST_DETAILS));

export const readNarrowing = endpoint({
  method: "GET",
  path: "/api/catalogue/filters",
  access: "manager",
  summary: "The product details that lists can be narrowed by, in order, and the details that products have, most frequent first",
  reply: z.object({ data: z.object({ chosen: z.array(z.string()), spanish: z.record(z.string(), z.string()), known: z.array(choice) }) }),
});

export const changeNarrowing = endpoint({
  method: "PUT",
  path: "/api/catalogue/filters",
  access: "manager",
  summary: "Choose the product details that lists can be narrowed by",
  input: z.object({
    details: names,
    /** What the Spanish texts of products call a detail, by its name. Omitted details keep theirs. */
    spanish: z.optional(z.record(z.string(), z.string().check(z.overwrite(asLine), z.maxLength(100)))),
  }),
  reply: z.object({}),
});
