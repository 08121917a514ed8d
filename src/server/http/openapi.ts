import * as z from "zod";
import type { Endpoint } from "#shared/endpoint.ts";
import { isForStaff } from "#shared/roles.ts";

/** The subset of JSON Schema that the contracts use. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  description?: string;
}

const ENVELOPE: Record<string, Schema> = {
  success: { type: "boolean" },
  error: { type: "boolean" },
  message: { type: "string", description: "A message for people; empty if there is nothing to say." },
};

/** Refusals by status, see `errors.ts`. */
export const REFUSALS: Record<string, string> = {
  400: "The input is invalid; the message names the field.",
  401: "No access token, or one that is no longer valid.",
  403: "The logged-in user may not do this.",
  404: "Not found, or no longer there.",
  409: "Conflicts with the present state, which `data` describes.",
  413: "The body is too large.",
  415: "The body has the wrong content type.",
  422: "Understood, but it can't be done; `data` may say more.",
  429: "Too many tries; `Retry-After` says when to try again.",
  503: "The shop cannot respond right now; `Retry-After` says when to try again.",
};

/** Generates OpenAPI 3.1 from the endpoint values that the server uses. */
export function describeApi(endpoints: readonly Endpoint[], shop: { name: string; url: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${shop.name} API`,
      version: "1",
      description:
        "Prices are in the shop's currency, US dollars unless it was changed. Every answer is JSON with `success`, `error` and `message`, but for documents.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: shop.url }],
    tags: [...new Set(endpoints.map(groupOf))].toSorted().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "The access token that `POST /api/user/login` gives." } },
      schemas: {
        Refusal: {
          type: "object",
          properties: { ...ENVELOPE, success: { const: false }, error: { const: true }, data: {} },
          required: Object.keys(ENVELOPE),
        },
      },
      responses: Object.fromEntries(Object.entries(REFUSALS).map(([status, description]) => [`Refusal${status}`, refusal(description)])),
    },
  };
}

function refusal(description: string) {
  return { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } } };
}

function operation(endpoint: Endpoint) {
  const { input, params } = schemasOf(endpoint);
  const inQuery = endpoint.method === "GET";
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [groupOf(endpoint)],
    security: endpoint.access === "anyone" ? [] : [{ bearer: [] }],
    parameters: [...parameters("path", params), ...(inQuery ? parameters("query", input) : [])],
    ...(input && !inQuery
      ? { requestBody: { required: (input.required?.length ?? 0) > 0, content: { [typeOf(endpoint)]: { schema: input } } } }
      : {}),
    responses: {
      200: { description: "Done.", content: { [endpoint.media ?? "application/json"]: { schema: answerOf(endpoint) } } },
      ...Object.fromEntries(refusalsOf(endpoint).map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }])),
    },
  };
}

function refusalsOf({ access, method, input, params, file }: Endpoint): string[] {
  const isChecked = Boolean(input ?? params ?? file);
  const applies: Record<string, boolean> = {
    400: isChecked,
    401: access !== "anyone",
    403: isForStaff(access),
    404: isChecked,
    409: method !== "GET" && access !== "anyone",
    413: method !== "GET",
    415: method !== "GET",
    422: method !== "GET",
  };
  return Object.keys(REFUSALS).filter((status) => applies[status] ?? true);
}

function parameters(place: "path" | "query", schema: Schema | undefined) {
  return Object.entries(schema?.properties ?? {}).map(([name, value]) => ({
    name,
    in: place,
    required: place === "path" || (schema?.required ?? []).includes(name),
    schema: value,
  }));
}

/** The request schemas of a call. */
export function schemasOf({ input, params, file }: Endpoint): { input: Schema | undefined; params: Schema | undefined } {
  return { input: file ? formWith(file) : input && schemaOf(input, "input"), params: params && schemaOf(params, "input") };
}

function formWith(file: string): Schema {
  return { type: "object", properties: { [file]: { type: "string", format: "binary", description: "One file." } }, required: [file] };
}

const typeOf = ({ file }: Endpoint) => (file ? "multipart/form-data" : "application/json");

/** The response schema of a call: the envelope with the reply's fields, or a document. */
export function answerOf({ reply, media }: Endpoint): Schema {
  if (media) return { type: "string", format: "binary", description: "A document." };
  const fields = schemaOf(reply, "output");
  return {
    type: "object",
    properties: { ...ENVELOPE, success: { const: true }, error: { const: false }, ...fields.properties },
    required: [...Object.keys(ENVELOPE), ...(fields.required ?? [])],
  };
}

function schemaOf(type: z.core.$ZodType, io: "input" | "output"): Schema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, { io, unrepresentable: "any" });
  return schema as Schema; // zod returns JSON Schema
}

/** `POST /api/cart/update-qty` becomes `postCartUpdateQty`. */
function operationId({ method, path }: Endpoint): string {
  const words = path
    .replace(/^\/api/, "")
    .split(/\W+/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}

/** The group of a call in the documentation: `cart` for `/api/cart/get`. */
export function groupOf({ path }: Endpoint): string {
  return path.split("/")[2] ?? "";
}
