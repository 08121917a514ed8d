import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import fastify from "fastify";
import { language } from "#words/language.ts";
import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { loadConfig } from "../settings/config.ts";
import { hostsOfPayments } from "../settings/payment-settings.ts";
import { contentSecurityPolicy, hashScripts, knownAddress, pageRoutes } from "./render.ts";

const addressOf = (asked: string) => {
  const { host, pathname, search } = knownAddress(asked);
  expect(host).toBe("shop.invalid");
  return pathname + search;
};

test("a page number is cached in its canonical form, and page 1 without one", () => {
  for (const first of ["1", "01", "0", "-2", "1.5", "abc", "1e9", " "])
    expect(addressOf(`/Fruit-1/Figs-2?page=${first}`)).toBe("/Fruit-1/Figs-2");
  for (const second of ["2", "02", "2.0", "+2"]) expect(addressOf(`/search?q=oat&page=${second}`)).toBe("/search?q=oat&page=2");
});

test("a page is cached by path and known parameters, whatever host the request names", () => {
  expect(addressOf("/search?utm=x&page=1&q=oat+milk")).toBe("/search?q=oat+milk");
  expect(addressOf("http://elsewhere.example/search?q=a")).toBe("/search?q=a");
  expect(addressOf("/search/?q=oat")).toBe("/search?q=oat");
  // The page redirects to its own spelling, with the query.
  expect(addressOf("/Search?q=oat&page=2")).toBe("/Search?q=oat&page=2");
  expect(addressOf("/es/SEARCH?q=oat")).toBe("/es/SEARCH?q=oat");
  // Not the home page, or it would be cached as such.
  expect(addressOf("//elsewhere.example/")).toBe("//elsewhere.example");
  expect(addressOf("/\\elsewhere.example/")).toBe("//elsewhere.example");
});

test("products and account pages ignore page numbers, so each has one cached response", () => {
  expect(addressOf("/product/Figs-1?page=2")).toBe("/product/Figs-1");
  expect(addressOf("/Product/Figs-1?page=3")).toBe("/Product/Figs-1");
  expect(addressOf("/%70roduct/%46igs-1?page=3&brand=x")).toBe("/product/Figs-1");
  expect(addressOf("/dashboard/myorders?page=3")).toBe("/dashboard/myorders");
  expect(addressOf("/lists/1?sort=price")).toBe("/lists/1");
  expect(addressOf("/products-of-the-week-1/Figs-2?page=3")).toBe("/products-of-the-week-1/Figs-2?page=3");
});

test("choices and sorting belong to the address of a list, in one order, and to no other page", () => {
  const narrowed = "brand=A&brand=B&price=2-10&offer=1&stock=1&sort=name";
  expect(addressOf(`/search?sort=name&stock=1&q=oat&brand=A&offer=1&price=2-10&brand=B&brand=A`)).toBe(`/search?q=oat&${narrowed}`);
  expect(addressOf(`/Fruit-1/Figs-2?page=2&${narrowed}&price=9-&x=1`)).toBe(`/Fruit-1/Figs-2?${narrowed}&page=2`);
  expect(addressOf("/search?q=oat&price=&sort=&brand=")).toBe("/search?q=oat");
  expect(addressOf(`/product/Figs-1?${narrowed}`)).toBe("/product/Figs-1");
  expect(addressOf(`/?${narrowed}`)).toBe("/");
});

/** The page's security policy directives with these settings. */
function policyWith(settings: Record<string, string>, hashes: string[] = []): Record<string, string> {
  const config = loadConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), "policy-")), ...settings });
  const policy = contentSecurityPolicy(hashes, hostsOfPayments(config.payments));
  return Object.fromEntries(policy.split("; ").map((directive) => directive.split(/ (.*)/, 2) as [string, string]));
}

test("a page runs only its own files and its renderer's inline scripts", () => {
  const rendered =
    '<script nonce="n0">a()</script><script nonce="n0" src="/x.js"></script><script>stored()</script><script nonce="n1">b()</script>';
  const { html, hashes } = hashScripts(rendered, "n0");
  expect(html).toBe('<script>a()</script><script src="/x.js"></script><script>stored()</script><script nonce="n1">b()</script>');
  expect(policyWith({}, hashes)).toMatchObject({
    "script-src": "'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='",
    "base-uri": "'none'",
    "connect-src": "'self'",
    "frame-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  });
});

test("CHK-11 Culqi's hosts are allowed where its keys are set, and so is a stand-in on another host", () => {
  const keys = { CULQI_PUBLIC_KEY: "pk_live_a", CULQI_SECRET_KEY: "sk_live_a" };
  const hosts = "'self' https://*.culqi.com https://*.cardinalcommerce.com";
  const real = policyWith(keys);
  for (const directive of ["script-src", "connect-src", "frame-src", "form-action", "font-src"])
    expect(real[directive]?.trim()).toBe(hosts);
  expect(real["frame-ancestors"]).toBe("'none'");
  const standIn = policyWith({ ...keys, CULQI_BASE_URL: "http://127.0.0.1:3999/sandbox/culqi/v2" });
  expect(standIn["script-src"]?.trim()).toBe("'self' http://127.0.0.1:3999");
});

/** An app whose pages are rendered by `answer`. */
async function pagesOf(answer: (request: Request) => Response) {
  const { shop } = await openTestShop();
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => reply.code((error as { status?: number }).status ?? 500).send({}));
  await pageRoutes(app, shop, { files: undefined, render: async (request) => answer(request) });
  return app;
}

test("the raw data of a page's loaders is not served, and only rendered HTML is sent as HTML", async () => {
  const app = await pagesOf(() => new Response("<script>stored()</script>", { headers: { "content-type": "text/x-script" } }));
  for (const path of ["/_.data", "/search.data?q=oat", "/product/fig-1.data", "/.data", "/search.data/", "//", "/a//b", "///", "/a//"])
    expect(await app.inject(path)).toMatchObject({ statusCode: 404 });
  const none = await app.inject("/es//elsewhere.example");
  expect([none.statusCode, none.body]).toEqual([404, expect.stringContaining("<h1>No encontramos esta página</h1>")]);
  expect(none.body).not.toContain("refresh");
  const page = await app.inject("/about-us");
  expect(page.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(page.headers["content-security-policy"]).not.toContain("sha256");
  await app.close();
});

test("a page rendered twice has the same bytes, although the nonce differs", async () => {
  const headers = { "content-type": "text/html" };
  const nonces = new Set<string>();
  const app = await pagesOf((request) => {
    const nonce = request.headers.get("x-script-nonce") ?? "";
    nonces.add(nonce);
    return new Response(`<script nonce="${nonce}">a()</script>`, { status: 404, headers });
  });
  const [first, second] = [await app.inject("/a"), await app.inject("/a")];
  expect(nonces.size).toBe(2);
  expect(first.body).toBe("<script>a()</script>");
  expect([second.body, second.headers.etag]).toEqual([first.body, first.headers.etag]);
  expect(first.headers).toMatchObject({
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": expect.stringContaining("camera=()"),
  });
  await app.close();
});

test("redirects are not cached, since a renamed thing that gets its old name back would redirect in circles", async () => {
  const { shop } = await openTestShop();
  const app = fastify();
  let location = "/Figs-1";
  await pageRoutes(app, shop, { files: undefined, render: async () => new Response(null, { status: 301, headers: { location } }) });
  const first = await app.inject("/Fig-1");
  expect(first).toMatchObject({ statusCode: 301, headers: { location: "/Figs-1", "cache-control": "no-cache" } });
  const again = { url: "/Fig-1", headers: { "if-none-match": first.headers.etag } };
  expect((await app.inject(again)).statusCode).toBe(304);
  location = "/Dates-1";
  expect(await app.inject(again)).toMatchObject({ statusCode: 301, headers: { location } });
  await app.close();
});

test("a page is in the language of the address it is cached for, however that was written", async () => {
  const app = await pagesOf(() => new Response(language(), { headers: { "content-type": "text/html" } }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  /** Sends an address as it is: other clients resolve its dots first. */
  const ask = (path: string) =>
    new Promise<[status: number, body: string]>((resolve, reject) => {
      const sent = request(
        { port, path },
        (response) => void text(response).then((body) => resolve([response.statusCode ?? 0, body]), reject),
      );
      sent.on("error", reject).end();
    });
  for (const path of ["/es/../cart", "/es/%2e%2e/about-us", "/es/x/../../terms", "/es\\..\\privacy"])
    expect(await ask(path)).toEqual([200, "en"]);
  for (const path of ["/x/../es/cart", "/es/x/../about-us", "/./es/terms"]) expect(await ask(path)).toEqual([200, "es"]);
  for (const path of ["/cart", "/about-us", "/terms", "/privacy"]) expect(await ask(path)).toEqual([200, "en"]);
  await app.close();
});
