import { expect, test } from "vitest";
import { register } from "#features/account/contract.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { makeAdmin, signUp } from "../../../tests/support/sign-up.ts";

const PERSON = { name: "Ana", email: "ana@example.org", password: "a good long one", confirmPassword: "a good long one" };

test("the outbox lists its letters and shows each, walled off from the shop", async () => {
  const shop = await openTestShop();
  await shop.call(register, { ...PERSON, name: "<script>alert(1)</script>" });
  await shop.doJobs();
  const list = await shop.app.inject("/sandbox/mail");
  expect(list.statusCode).toBe(200);
  expect(list.body).toContain("ana@example.org");
  const [, address = ""] = /href="(\/sandbox\/mail\/\w+)"/.exec(list.body) ?? [];

  const letter = await shop.app.inject(address);
  expect(letter.body).toContain("Is this your e-mail address?");
  expect(letter.body).toContain("/verify-email?token=");
  expect(letter.body).not.toContain("<script>alert");
  expect(letter.headers["content-security-policy"]).toContain("default-src 'none'");
  const content = await shop.app.inject(`${address}/html`);
  expect(content.body).not.toContain("<script>");
  expect(content.headers["content-security-policy"]).toMatch(/^sandbox allow-popups; default-src 'none'/);
  for (const wrong of ["/sandbox/mail/..%2Fsecrets%2Fjwt", "/sandbox/mail/none", "/sandbox/mail/none/html"])
    expect((await shop.app.inject(wrong)).statusCode).toBe(404);
});

test("where the shop can be reached from elsewhere only an admin may read letters", async () => {
  const shop = await openTestShop({ PUBLIC_URL: "https://shop.example", SANDBOX: "on" });
  await shop.call(register, PERSON);
  await shop.doJobs();
  const get = (token?: string) => shop.app.inject({ url: "/sandbox/mail", headers: token ? { authorization: `Bearer ${token}` } : {} });
  const stranger = await get();
  expect(stranger.statusCode).toBe(401);
  expect(stranger.body).not.toContain("ana@example.org");
  expect((await get((await signUp(shop)).token)).statusCode).toBe(403);
  const list = await get((await makeAdmin(shop)).token);
  expect(list.body).toContain("ana@example.org");
  const [, address = ""] = /href="(\/sandbox\/mail\/\w+)"/.exec(list.body) ?? [];
  for (const url of [address, `${address}/html`]) expect((await shop.app.inject(url)).statusCode).toBe(401);
});

test("who names this machine otherwise, as a page of elsewhere may, reads no letters", async () => {
  const shop = await openTestShop();
  await shop.call(register, PERSON);
  await shop.doJobs();
  const get = (host: string) => shop.app.inject({ url: "/sandbox/mail", headers: { host } });
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"]) expect((await get(host)).body).toContain("ana@example.org");
  for (const host of ["evil.example:3000", "127.evil.example", "localhost.evil.example"]) {
    const refused = await get(host);
    expect(refused.statusCode).toBe(401);
    expect(refused.body).not.toContain("ana@example.org");
  }
});

test("without the sandbox there is no such page", async () => {
  const shop = await openTestShop({ SANDBOX: "off" });
  expect((await shop.app.inject("/sandbox/mail")).statusCode).toBe(404);
});
