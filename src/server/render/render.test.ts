import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { loadConfig } from "../settings/config.ts";
import { hostsOfPayments } from "../settings/payment-settings.ts";
import { contentSecurityPolicy, knownAddress, pageRoutes } from "./render.ts";

const addressOf = (asked: string) => {
  const { host, pathname, search } = knownAddress(asked);
  expect(host).toBe("shop.invalid");
  return pathname + search;
};

test("a page number is kept as one writes it, and page 1 without one", () => {
  for (const first of ["1", "01", "0", "-2", "1.5", "abc", "1e9", " "])
    expect(addressOf(`/Fruit-1/Figs-2?page=${first}`)).toBe("/Fruit-1/Figs-2");
  for (const second of ["2", "02", "2.0", "+2"]) expect(addressOf(`/search?q=oat&page=${second}`)).toBe("/search?q=oat&page=2");
});

test("a page is kept under its path and known parameters, whatever host the request names", () => {
  expect(addressOf("/search?utm=x&page=1&q=oat+milk")).toBe("/search?q=oat+milk");
  expect(addressOf("http://elsewhere.example/search?q=a")).toBe("/search?q=a");
  // Not the home page: what is rendered for it would be kept as the home page.
  expect(addressOf("//elsewhere.example/")).toBe("//elsewhere.example/");
  expect(addressOf("/\\elsewhere.example/")).toBe("//elsewhere.example/");
});

/** The directives of a page's policy in a shop with these settings. */
function policyWith(settings: Record<string, string>, html = ""): Record<string, string> {
  const config = loadConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), "policy-")), ...settings });
  const policy = contentSecurityPolicy(html, hostsOfPayments(config.payments));
  return Object.fromEntries(policy.split("; ").map((directive) => directive.split(/ (.*)/, 2) as [string, string]));
}

test("a page runs its own scripts and the inline ones it came with, and nothing from elsewhere", () => {
  const policy = policyWith({}, "<script>a()</script><script src=x></script>");
  expect(policy).toMatchObject({
    "script-src": "'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='",
    "connect-src": "'self'",
    "frame-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  });
});

test("CHK-11 the hosts of Culqi are allowed where its keys are set, and those of a stand-in elsewhere likewise", () => {
  const keys = { CULQI_PUBLIC_KEY: "pk_live_a", CULQI_SECRET_KEY: "sk_live_a" };
  const hosts = "'self' https://*.culqi.com https://*.cardinalcommerce.com";
  const real = policyWith(keys);
  for (const directive of ["script-src", "connect-src", "frame-src", "form-action", "font-src"])
    expect(real[directive]?.trim()).toBe(hosts);
  expect(real["frame-ancestors"]).toBe("'none'");
  const standIn = policyWith({ ...keys, CULQI_BASE_URL: "http://127.0.0.1:3999/sandbox/culqi/v2" });
  expect(standIn["script-src"]?.trim()).toBe("'self' http://127.0.0.1:3999");
});

test("a redirect is asked for again each time, since a thing renamed back would else lead in circles", async () => {
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
