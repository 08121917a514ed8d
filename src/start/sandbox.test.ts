import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { openTestShop } from "../../tests/support/test-shop.ts";
import { buildApp } from "./app.ts";
import { openDatabase } from "#server/db/connect.ts";
import { makeShop } from "./open-shop.ts";

const { shop, app, connection } = await openTestShop();
const other = openDatabase(connection, () => {});
const otherApp = buildApp(makeShop(shop.config, other, pino({ level: "silent" })));
afterAll(async () => {
  await otherApp.close();
  await other.close();
});
const { culqi, paypal } = shop.config.payments;

test("stand-ins share their state across processes, even one started later", async () => {
  const card = { card_number: "4111111111111111", cvv: "123", expiration_month: 9, expiration_year: 2090, email: "a@example.com" };
  const token = await app.inject({
    method: "POST",
    url: "/sandbox/culqi/v2/tokens",
    headers: { authorization: `Bearer ${culqi!.publicKey}` },
    payload: card,
  });
  expect(token.statusCode).toBe(201);
  const charge = await otherApp.inject({
    method: "POST",
    url: "/sandbox/culqi/v2/charges",
    headers: { authorization: `Bearer ${culqi!.secretKey}` },
    payload: { amount: 1050, currency_code: "USD", email: "a@example.com", source_id: token.json().id },
  });
  expect(charge.json()).toMatchObject({ object: "charge", amount: 1050 });
});

test("the settings have the addresses of the stand-ins", async () => {
  const path = new URL(paypal!.baseUrl).pathname;
  const authorization = `Basic ${Buffer.from(`${paypal!.clientId}:${paypal!.clientSecret}`).toString("base64")}`;
  const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
  const token = await app.inject({ method: "POST", url: `${path}/v1/oauth2/token`, headers, payload: "grant_type=client_credentials" });
  expect(token.json()).toMatchObject({ token_type: "Bearer" });
  for (const script of Object.values(culqi!.scripts)) {
    const answer = await app.inject(script);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
  }
});

test("a payment page asked for with a NUL character is refused", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await app.inject({ method: "POST", url: "/sandbox/paypal/checkoutnow", headers, payload: "action=approve&token=%00" });
  expect(answer.statusCode).toBe(400);
});

test("the stand-ins answer as the providers do, even unknown paths", async () => {
  const paypalAnswer = await app.inject("/sandbox/paypal/v9/nothing");
  expect([paypalAnswer.statusCode, paypalAnswer.json().name]).toEqual([404, "RESOURCE_NOT_FOUND"]);
  const culqiAnswer = await app.inject("/sandbox/culqi/v2/nothing");
  expect([culqiAnswer.statusCode, culqiAnswer.json().object]).toEqual([404, "error"]);
});

test("a request the server itself refuses gets the same status from the stand-ins", async () => {
  for (const path of ["/sandbox/paypal/v1/oauth2/token", "/sandbox/culqi/v2/tokens"]) {
    const headers = { "content-type": "application/json" };
    const large = await app.inject({ method: "POST", url: path, headers, payload: `"${"x".repeat(256 * 1024)}"` });
    expect([path, large.statusCode]).toEqual([path, 413]);
    const deep = await app.inject({ method: "POST", url: path, headers, payload: "[".repeat(50) + "]".repeat(50) });
    expect([path, deep.statusCode]).toEqual([path, 400]);
  }
  for (const provider of ["paypal", "culqi"]) {
    expect((await app.inject(`/sandbox/${provider}/%00`)).statusCode).toBe(404);
    expect((await app.inject(`/sandbox/${provider}/v2/charges/a?x=%00`)).statusCode).toBe(400);
  }
});

test("a shop with real providers, or without a sandbox, serves no stand-ins", async () => {
  const real = await openTestShop({ SANDBOX: "on", PAYPAL_CLIENT_ID: "a", PAYPAL_CLIENT_SECRET: "b" });
  const closed = await openTestShop({ SANDBOX: "off" });
  const status = async (at: typeof real, url: string) => (await at.app.inject(url)).statusCode;
  expect(await status(real, "/sandbox/paypal/checkoutnow?token=X")).toBe(404);
  expect(await status(real, "/sandbox/culqi/checkout.js")).toBe(200);
  expect(await status(closed, "/sandbox/culqi/checkout.js")).toBe(404);
});
