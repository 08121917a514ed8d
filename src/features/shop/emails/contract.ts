import * as z from "zod/mini";
import { endpoint } from "#shared/endpoint.ts";
import { LANGUAGES } from "#words/language.ts";
import { EMAIL_KINDS, emailWords } from "#shared/settings.ts";

const params = z.object({ kind: z.enum(EMAIL_KINDS) });
const input = z.extend(emailWords, {
  language: z._default(z.enum(LANGUAGES), "en"),
  /** Whether the made-up order is picked up at the shop. */
  pickup: z._default(z.boolean(), false),
});
const original = z.object({ subject: z.string(), greeting: z.string() });
const ROOT = "/api/shop/emails";

export const originalEmail = endpoint({
  method: "GET",
  path: `${ROOT}/:kind/original`,
  access: "admin",
  summary: "The words of an email until an admin writes others, in English and Spanish",
  params,
  reply: z.object({ data: z.object({ en: original, es: original }) }),
});

export const previewEmail = endpoint({
  method: "POST",
  path: `${ROOT}/:kind/preview`,
  access: "admin",
  summary: "An email of one kind with these words, about a made-up order",
  params,
  input,
  reply: z.object({ data: z.object({ subject: z.string(), html: z.string() }) }),
});

export const sendTestEmail = endpoint({
  method: "POST",
  path: `${ROOT}/:kind/test`,
  access: "admin",
  summary: "Send that email to yourself now. A 422 says why the mail server did not take it",
  params,
  input,
  reply: z.object({}),
});
