import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";

/** The pages whose texts admins can write. Each is a setting of the same name, and its Spanish is one that ends in `_es`. */
export const TEXTS = ["about", "shipping", "returns", "terms", "privacy"] as const;
const textName = z.enum(TEXTS);
export type TextName = z.output<typeof textName>;

const html = z.object({ data: z.object({ /** Safe HTML. */ html: z.string() }) });

export const shopText = endpoint({
  method: "GET",
  path: "/api/shop/texts/:name",
  access: "anyone",
  summary: "The text of a page such as the shipping policy, as HTML",
  params: z.object({ name: textName }),
  reply: html,
});

export const originalText = endpoint({
  method: "GET",
  path: "/api/shop/texts/:name/original",
  access: "admin",
  summary: "The text that a page has until an admin writes another, in Markdown, in English and Spanish",
  params: z.object({ name: textName }),
  reply: z.object({ data: z.object({ text: z.string(), spanish: z.string() }) }),
});

export const previewText = endpoint({
  method: "POST",
  path: "/api/shop/texts/preview",
  access: "admin",
  summary: "A text in Markdown as HTML, as its page would show it",
  input: z.object({ text: z.string().check(z.maxLength(20_000)) }),
  bodyLimit: LARGE_BODY,
  reply: html,
});
