import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyReply } from "fastify";
import { html, Html } from "#server/http/html.ts";
import type { Language } from "#words/language.ts";

const STYLE = readFileSync(join(import.meta.dirname, "page.css"), "utf8");
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

interface PageOptions {
  /** Where its forms may lead, besides the sandbox. */
  targets?: readonly string[];
  language?: Language;
}

const PRACTICE = {
  en: html`<strong>Test mode</strong> No real money is charged here. This page stands in for a payment provider.`,
  es: html`<strong>De prueba</strong> Aquí no se cobra dinero real. Esta página reemplaza a un proveedor de pagos.`,
};

/** Sends a sandbox page without scripts. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  title: string,
  main: Html,
  { targets = [], language = "en" }: PageOptions = {},
): FastifyReply {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<p class="practice">${PRACTICE[language]}</p>
<main>${main}</main>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    // Browsers also check redirects after a form submission against this.
    `form-action ${["'self'", ...targets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return reply
    .code(status)
    .type("text/html; charset=utf-8")
    .headers({ "content-security-policy": policy, "cache-control": "no-store" })
    .send(String(page));
}
