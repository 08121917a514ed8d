import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { product } from "../contract.ts";

export const relatedProducts = endpoint({
  method: "POST",
  path: "/api/product/related",
  access: "anyone",
  summary: "Products that go well with a product, and similar ones: up to 8 each, in stock first",
  input: z.object({ productId: id }),
  reply: z.object({ data: z.object({ goesWellWith: z.array(product), similar: z.array(product) }) }),
});
