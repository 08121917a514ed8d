import { html } from "./html.ts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { FIELDS_IN_SPANISH } from "#words/field-names.ts";
import type { Schema } from "./openapi.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";

const { app, shop } = await openTestShop();
const document = (await app.inject("/api/openapi.json")).json();

/** All endpoints exported by contracts. */
async function contracted(): Promise<Endpoint[]> {
  const root = join(import.meta.dirname, "../../features");
  const files = globSync("**/contract.ts", { cwd: root });
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>));
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "reply" in value;
}

test("API-1 every call of every contract, and nothing else, is served and described", async () => {
  const expected = (await contracted()).map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(expected.length).toBeGreaterThan(20);
  const described = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(expected.toSorted());
  for (const { method, path } of shop.inProcess.endpoints()) expect(app.hasRoute({ method, url: path })).toBe(true);
});

/** Fields that no person types or chooses: ids, keys, marks, and what the pages themselves send along. */
const OF_PAGES = new Set(
  `_id id ids by after before since page limit sort key keys auth p256dh endpoint event exact choice choices except position
  version was changes set filter list lists lines list_items items products productId categoryId subCategoryId orders orderId orderIds
  userId changeId checkId mergeId count preview deleted test plan of like on way slot makeSkus mark noneLeft replacement outcome problem
  how goodsBack packFirst packedAmt statusWas stockWas expectedTotal cancelRequested unpaid paid canceled unsold picture provider token ticket response
  authentication_3DS active firstOrderOnly askIfMissing complaintsBook firstStepsDone yape pickup`.split(/\s+/),
);

test("what people enter has a name in Spanish, with which a refusal starts", () => {
  const fields = Object.values<Record<string, Operation>>(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ requestBody, parameters }) => [
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => fieldsIn(schema)),
      ...(parameters ?? []).filter((one) => one.in === "query").map((one) => one.name),
    ]),
  );
  expect(fields).toContain("bannerTitle_es");
  expect([...new Set(fields)].filter((field) => !OF_PAGES.has(field) && !(field in FIELDS_IN_SPANISH))).toEqual([]);
  const known = new Set(fields);
  expect(Object.keys(FIELDS_IN_SPANISH).filter((name) => !name.split(".").every((field) => known.has(field)))).toEqual([]);
});

function fieldsIn({ properties = {}, items, anyOf = [] }: Schema): string[] {
  const below = [...Object.values(properties), ...(items ? [items] : []), ...anyOf];
  return [...Object.keys(properties), ...below.flatMap(fieldsIn)];
}

test("a validator accepts the description as OpenAPI 3.1", async () => {
  expect(await new Validator().validate(document)).toEqual({ valid: true });
});

test("every operation has a unique id, a summary and, if a login is needed, the bearer scheme", () => {
  const operations = Object.values<Record<string, Operation>>(document.paths).flatMap((methods) => Object.values(methods));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { summary } of operations) expect(summary).not.toBe("");
  const security = (path: string, method: string) => document.paths[path][method].security;
  expect(security("/api/cart/create", "post")).toEqual([{ bearer: [] }]);
  expect(security("/api/category/get", "get")).toEqual([]);
});

interface Operation {
  operationId: string;
  summary: string;
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

test("requests and responses are described as they are sent", () => {
  const { requestBody, responses } = document.paths["/api/product/get-product-details"].post;
  expect(requestBody.content["application/json"].schema).toMatchObject({
    properties: { productId: { type: "string", pattern: "^[0-9a-f]{32}$" } },
    required: ["productId"],
  });
  const answer = responses[200].content["application/json"].schema;
  expect(answer.required).toEqual(["success", "error", "message", "data"]);
  expect(answer.properties.data.properties).toMatchObject({ price: { type: "number" }, more_details: { type: "object" } });
  expect(Object.keys(responses)).toEqual(["200", "400", "404", "413", "415", "422", "429", "503"]);
  const { parameters } = document.paths["/api/order/order-list"].get;
  expect(parameters).toMatchObject([{ name: "page", in: "query", required: false }]);
});

test("the documentation page lists every call, needs no script and loads nothing external", async () => {
  const page = await app.inject("/api/docs");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  for (const { path, summary } of shop.inProcess.endpoints()) {
    expect(page.body).toContain(`<code>${path}</code>`);
    expect(page.body).toContain(String(html`${summary}`));
  }
  expect(page.body).not.toMatch(/<script|src=|https?:/);
});
