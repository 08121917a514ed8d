import type { FastifyReply } from "fastify";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import type { Refusal } from "../http/errors.ts";
import { html } from "../http/html.ts";

/** Sends a tiny page that reloads itself when the server is too busy to render. */
export function sendBusyPage(reply: FastifyReply, { status, headers, message }: Refusal): FastifyReply {
  const seconds = headers["retry-after"] ?? "5";
  const page = html`<!doctype html>
    <html lang="${language()}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta http-equiv="refresh" content="${seconds}" />
      <title>${t("One moment, please")}</title>
      <body style="font-family: system-ui, sans-serif; margin: 20vh auto; max-width: 30rem; padding: 0 1rem; text-align: center">
        <h1>${t("One moment, please")}</h1>
        <p>${message}</p>
        <p>${t("This page reloads by itself.")}</p>
      </body>
    </html>`;
  return reply
    .code(status)
    .headers({ ...headers, "cache-control": "no-store", "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" })
    .type("text/html; charset=utf-8")
    .send(page.toString());
}
