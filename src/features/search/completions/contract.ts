import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { search } from "../../catalogue/contract.ts";

/** What a completion is taken from. */
export const COMPLETION_KINDS = ["product", "brand", "shelf"] as const;

const completion = z.object({ text: z.string(), kind: z.enum(COMPLETION_KINDS) });
export type Completion = z.output<typeof completion>;

export const completeSearch = endpoint({
  method: "POST",
  path: "/api/product/complete-search",
  access: "anyone",
  summary: "Up to 6 completions of the text: names of products, brands and shelves. Needs two characters",
  input: z.object({ search }),
  reply: z.object({ data: z.array(completion) }),
});
