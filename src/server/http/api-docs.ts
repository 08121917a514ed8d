import type { FastifyInstance } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import type { Access } from "#shared/roles.ts";
import { STILL_PAGE_POLICY } from "#shared/worker/still-page.ts";
import { html, type Html } from "./html.ts";
import { cacheable, type CachedResponse } from "../cache/response-cache.ts";
import { HTML_HEADERS } from "./safe-headers.ts";
import { answerOf, describeApi, groupOf, REFUSALS, schemasOf, type Schema } from "./openapi.ts";
import { replyCached } from "../cache/send-cached.ts";
import type { Shop } from "../shop.ts";

/** A document, and the shop's name in it. */
interface Made {
  name: string;
  response: CachedResponse;
}

const FRESH = "public, max-age=300";

/**
 * Serves the API documentation: `/api/openapi.json` for programs, `/api/docs` for people. Built on the first request, and again after the
 * shop's name changes.
 */
export function apiDocsRoutes(app: FastifyInstance, shop: Shop): void {
  let json: Made | undefined;
  let page: Made | undefined;

  app.get("/api/openapi.json", async (request, reply) => {
    const { name } = await shop.identity();
    if (json?.name !== name)
      json = {
        name,
        response: cacheable(
          200,
          { "content-type": "application/json; charset=utf-8", "cache-control": FRESH },
          JSON.stringify(describeApi(shop.inProcess.endpoints(), { name, url: shop.config.publicUrl })),
        ),
      };
    return replyCached(request, reply, json.response);
  });
  app.get("/api/docs", async (request, reply) => {
    const { name } = await shop.identity();
    if (page?.name !== name)
      page = {
        name,
        response: cacheable(
          200,
          {
            ...HTML_HEADERS,
            "content-type": "text/html; charset=utf-8",
            "cache-control": FRESH,
            "content-security-policy": STILL_PAGE_POLICY,
          },
          printPage(shop.inProcess.endpoints(), name),
        ),
      };
    return replyCached(request, reply, page.response);
  });
}

const WHO = {
  anyone: "anyone",
  user: "logged in",
  picker: "pickers, managers, admins",
  manager: "managers, admins",
  admin: "admins",
} as const satisfies Record<Access, string>;

function printPage(endpoints: readonly Endpoint[], shopName: string): string {
  const groups = Map.groupBy(endpoints, groupOf);
  const names = [...groups.keys()].toSorted();
  const sections = names.map(
    (name) =>
      html`<section id="${name}">
        <h2>${name}</h2>
        ${groups.get(name)!.map(printCall)}
      </section>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${shopName} API</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <header>
          <h1>${shopName} API</h1>
          <p>
            Every response is JSON with <code>success</code>, <code>error</code> and <code>message</code>. A GET takes its input from
            the query, a call that takes a file from <code>multipart/form-data</code>, and every other call from a JSON body. Calls for logged-in users need the header <code>Authorization: Bearer</code> with
            the access token of <code>POST /api/user/login</code>. A refused call gets a fitting status (${Object.keys(REFUSALS).join(", ")}), with the reason in <code>message</code>. For programs: <a href="/api/openapi.json">openapi.json</a>.
          </p>
          <nav>${names.map((name) => html`<a href="#${name}">${name}</a>`)}</nav>
        </header>
        <main>${sections}</main>
      </body>
    </html>`.toString();
}

function printCall(endpoint: Endpoint): Html {
  const { input, params } = schemasOf(endpoint);
  return html`<details>
    <summary>
      <b class="${endpoint.method.toLowerCase()}">${endpoint.method}</b> <code>${endpoint.path}</code> <span>${endpoint.summary}</span
      ><i>${WHO[endpoint.access]}</i>
    </summary>
    ${
      params
        ? html`<h3>In the path</h3>
            ${printFields(params)}`
        : ""
    }
    <h3>Takes</h3>
    ${input ? printFields(input) : html`<p>Nothing.</p>`}
    <h3>Returns</h3>
    ${endpoint.media ? html`<p>A document of the type <code>${endpoint.media}</code>.</p>` : printFields(answerOf(endpoint))}
  </details>`;
}

function printFields(schema: Schema): Html {
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      html`<li><code>${name}</code>${required.has(name) ? "" : html` <em>optional</em>`} ${kindOf(field)}${printFields(inner(field))}</li>`,
  );
  return rows.length > 0
    ? html`<ul>
        ${rows}
      </ul>`
    : html``;
}

/** The object type of a field, or of its list items. */
function inner(field: Schema): Schema {
  return field.type === "array" && field.items ? inner(field.items) : field;
}

/** A field's type in words: `list of object`, `integer from 1 to 50, default 12`. */
function kindOf(field: Schema): string {
  if ("const" in field) return JSON.stringify(field.const);
  if (field.enum) return field.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (field.anyOf) return field.anyOf.map(kindOf).join(" or ");
  if (field.format === "binary") return "file";
  if (field.type === "array") return `list of ${kindOf(field.items ?? {})}`;
  const { minimum = -Infinity, maximum = Infinity, maxLength } = field;
  // zod emits the safe integer range for unbounded integers.
  const from = minimum > Number.MIN_SAFE_INTEGER ? ` from ${minimum}` : "";
  const to = maximum < Number.MAX_SAFE_INTEGER ? ` to ${maximum}` : "";
  const long = maxLength === undefined ? "" : ` up to ${maxLength} characters`;
  const usual = field.default === undefined ? "" : `, default ${JSON.stringify(field.default)}`;
  return `${field.type ?? "anything"}${from}${to}${long}${usual}`;
}

const STYLE = html`
  :root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 18%,transparent)} body{font:16px/1.55
  system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem 6rem} h1{margin:0 0 .5rem}h2{margin:2.5rem 0
  .5rem}h3{font-size:.85rem;margin:1rem 0 .25rem;opacity:.75} nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}a{color:inherit}
  details{border-top:1px solid var(--line)}section>details:last-child{border-bottom:1px solid var(--line)}
  summary{display:grid;grid-template-columns:4.5rem auto 1fr auto;gap:.75rem;align-items:baseline;padding:.7rem .25rem;cursor:pointer}
  summary span{opacity:.8}summary i{font-size:.8rem;opacity:.7} details[open]{padding-bottom:1rem}details>*:not(summary){margin-left:1rem}
  summary b{font-size:.8rem;letter-spacing:.04em}.get{color:#1d7a46}.post{color:#1f5fbf}.put{color:#9a5b00}.delete{color:#b3261e}
  code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}ul{margin:0;padding-left:1.2rem}em{opacity:.7;font-size:.85em} @media
  (prefers-color-scheme:dark){.get{color:#7fd6a4}.post{color:#9cc2ff}.put{color:#f0bd6b}.delete{color:#ff9d95}} @media
  (max-width:48rem){summary{grid-template-columns:4rem 1fr}summary span,summary i{grid-column:1/-1}}
`;
