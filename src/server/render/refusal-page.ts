import type { FastifyReply } from "fastify";
import { STILL_PAGE_POLICY } from "#shared/worker/still-page.ts";
import { language } from "#words/language.ts";
import { t } from "#words/t.ts";
import type { Refusal } from "../http/errors.ts";
import { html } from "../http/html.ts";

/** Sends a tiny page with a refusal instead of a rendered one. It reloads itself if the server was only too busy to render. */
export function sendRefusalPage(reply: FastifyReply, { status, headers, message }: Refusal): FastifyReply {
  const isBusy = status === 503 || status === 429;
  const title = isBusy ? t("One moment, please") : message;
  const reload = isBusy ? html`<meta http-equiv="refresh" content="${headers["retry-after"] ?? "5"}" />` : "";
  const page = html`<!doctype html>
    <html lang="${language()}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      ${reload}
      <title>${title}</title>
      <body style="font-family: system-ui, sans-serif; margin: 20vh auto; max-width: 30rem; padding: 0 1rem; text-align: center">
        <h1>${title}</h1>
        ${
          isBusy
            ? html`<p>${message}</p>
                <p>${t("This page reloads by itself.")}</p>`
            : ""
        }
      </body>
    </html>`;
  return reply
    .code(status)
    .headers({ ...headers, "cache-control": "no-store", "content-security-policy": STILL_PAGE_POLICY })
    .type("text/html; charset=utf-8")
    .send(page.toString());
}
