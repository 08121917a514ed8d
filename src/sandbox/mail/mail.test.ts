import { expect, test } from "vitest";
import { register } from "#features/account/contract.ts";
import { openTestShop, type TestShop } from "../../../tests/support/test-shop.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";
import { outboxLink } from "./access.ts";

const PERSON = { name: "Ana", email: "ana@example.org", password: "a good long one", confirmPassword: "a good long one" };

/** A shop with an email in its outbox. */
async function openShopWithEmail(env: Record<string, string> = {}, name = PERSON.name): Promise<TestShop> {
  const shop = await openTestShop(env);
  await shop.call(register, { ...PERSON, name });
  await shop.doJobs();
  return shop;
}

/** Opens the printed link. @returns the resulting cookie header */
async function withKey(shop: TestShop): Promise<{ cookie: string }> {
  const { pathname, search } = new URL(outboxLink(shop.shop.config) ?? "");
  const answer = await shop.app.inject(pathname + search);
  expect(answer).toMatchObject({ statusCode: 303, headers: { location: "/sandbox/mail", "cache-control": "no-store" } });
  const cookie = String(answer.headers["set-cookie"]);
  expect(cookie).toMatch(/^outbox_key=[\w-]{43}; Path=\/sandbox\/mail; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  return { cookie: cookie.split(";")[0]! };
}

const addressIn = (page: string) => /href="(\/sandbox\/mail\/\w+)"/.exec(page)?.[1] ?? "";

test("the outbox lists its emails and shows each one, isolated from the shop", async () => {
  const shop = await openShopWithEmail({}, "<script>alert(1)</script>");
  const headers = await withKey(shop);
  const get = (url: string) => shop.app.inject({ url, headers });
  const list = await get("/sandbox/mail");
  expect(list.statusCode).toBe(200);
  expect(list.body).toContain("ana@example.org");
  const address = addressIn(list.body);

  const email = await get(address);
  expect(email.body).toContain("Confirm your email address");
  expect(email.body).toContain("/verify-email?token=");
  expect(email.body).not.toContain("<script>alert");
  expect(email.headers["content-security-policy"]).toContain("default-src 'none'");
  const content = await get(`${address}/html`);
  expect(content.body).not.toContain("<script>");
  expect(content.headers["content-security-policy"]).toMatch(/^sandbox allow-popups; default-src 'none'/);
  for (const wrong of ["/sandbox/mail/..%2Fsecrets%2Fjwt", "/sandbox/mail/none", "/sandbox/mail/none/html"])
    expect((await get(wrong)).statusCode).toBe(404);
});

test("without the key nobody can read emails, not even on this machine", async () => {
  const shop = await openShopWithEmail();
  const address = addressIn((await shop.app.inject({ url: "/sandbox/mail", headers: await withKey(shop) })).body);
  const wrong = [
    {},
    { cookie: "outbox_key=" },
    { cookie: `outbox_key=${"x".repeat(43)}` },
    { cookie: `other=${shop.shop.config.outboxKey}` },
  ];
  for (const headers of wrong) {
    for (const url of ["/sandbox/mail", address, `${address}/html`, "/sandbox/mail?key=", `/sandbox/mail?key=${"x".repeat(43)}`]) {
      const refused = await shop.app.inject({ url, headers });
      expect([url, refused.statusCode, refused.headers["set-cookie"]]).toEqual([url, 401, undefined]);
      expect(refused.body).not.toContain("ana@example.org");
    }
  }
});

test("where others can reach the shop, only an admin can read emails", async () => {
  const shop = await openShopWithEmail({ PUBLIC_URL: "https://shop.example", SANDBOX: "on" });
  expect(outboxLink(shop.shop.config)).toBeUndefined();
  const get = (token?: string) => shop.app.inject({ url: "/sandbox/mail", headers: token ? { authorization: `Bearer ${token}` } : {} });
  const stranger = await get();
  expect(stranger.statusCode).toBe(401);
  expect(stranger.body).not.toContain("ana@example.org");
  expect((await get((await signUp(shop)).token)).statusCode).toBe(403);
  const list = await get((await makeAdmin(shop)).token);
  expect(list.body).toContain("ana@example.org");
  const address = addressIn(list.body);
  const key = shop.shop.config.outboxKey ?? "";
  for (const url of [address, `${address}/html`, `/sandbox/mail?key=${key}`])
    expect((await shop.app.inject({ url, headers: { cookie: `__Secure-outbox_key=${key}` } })).statusCode).toBe(401);
});

test("an admin who has to log in with two steps reads no emails before that: they have the codes of others", async () => {
  const shop = await openShopWithEmail({ PUBLIC_URL: "https://shop.example", SANDBOX: "on", ADMIN_TWO_STEP: "required" });
  const { token } = await makeAdmin(shop);
  const answer = await shop.app.inject({ url: "/sandbox/mail", headers: { authorization: `Bearer ${token}` } });
  expect([answer.statusCode, answer.body]).toEqual([403, expect.not.stringContaining("ana@example.org")]);
});

test("the key does not work under another host name, from another machine, or through a proxy", async () => {
  const shop = await openShopWithEmail();
  const { cookie } = await withKey(shop);
  const get = (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
    shop.app.inject({ url: "/sandbox/mail", remoteAddress, headers: { cookie, host: "localhost:3000", ...headers } });
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"]) expect((await get({ host })).body).toContain("ana@example.org");
  expect((await get({}, "::ffff:127.0.0.1")).statusCode).toBe(200);
  const proxies = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];
  const elsewhere = [
    ...["evil.example:3000", "127.evil.example", "localhost.evil.example"].map((host) => get({ host })),
    ...proxies.map((name) => get({ [name]: "127.0.0.1" })),
    get({}, "192.0.2.1"),
  ];
  for (const refused of await Promise.all(elsewhere)) {
    expect(refused.statusCode).toBe(401);
    expect(refused.body).not.toContain("ana@example.org");
  }
});

test("without the sandbox there is no outbox page", async () => {
  const shop = await openTestShop({ SANDBOX: "off" });
  expect((await shop.app.inject("/sandbox/mail")).statusCode).toBe(404);
});
