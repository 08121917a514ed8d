import { beforeEach, describe, expect, test } from "vitest";
import { openProviderSandbox } from "../../../tests/support/provider-sandbox.ts";
import { openReceiver } from "../../../tests/support/webhook-receiver.ts";

let now = Date.parse("2026-03-01T10:00:00Z");
const sandbox = await openProviderSandbox({ now: () => now });
const receiver = await openReceiver();
sandbox.sendWebhooksTo(receiver.url);
const { baseUrl, publicKey, secretKey } = sandbox.culqi;
beforeEach(() => sandbox.clearFaults());

interface Reply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  body: any;
}
async function call(method: "GET" | "POST", path: string, body?: object, key = secretKey): Promise<Reply> {
  const headers = { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) };
  const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { status: answer.status, body: await answer.json() };
}
const card = { card_number: "4111111111111111", cvv: "123", expiration_month: 9, expiration_year: 2029, email: "shopper@example.com" };
const token = (more: object = {}) => call("POST", "/tokens", { ...card, ...more }, publicKey);
const tokenId = async (more: object = {}) => (await token(more)).body.id as string;
const sale = { amount: 1050, currency_code: "USD", email: "shopper@example.com" };
const charge = async (more: object = {}, cardMore: object = {}) =>
  call("POST", "/charges", { ...sale, source_id: await tokenId(cardMore), ...more });

describe("a token", () => {
  test("has 25 characters and shows the last four digits of its card", async () => {
    const { status, body } = await token();
    expect(status).toBe(201);
    expect(body).toMatchObject({ object: "token", type: "card", last_four: "1111", card_number: "411111******1111", active: true });
    expect(body.id).toMatch(/^tkn_test_[A-Za-z0-9]{16}$/);
    expect(JSON.stringify(body)).not.toContain("4111111111111111");
  });

  const wrong: [what: string, more: object, param: string][] = [
    ["a number that fails the check digit", { card_number: "4111111111111112" }, "card_number"],
    ["letters as number", { card_number: "4111x" }, "card_number"],
    ["a CVV of two digits", { cvv: "12" }, "cvv"],
    ["month 13", { expiration_month: 13 }, "expiration_month"],
    ["a month that has passed", { expiration_month: 2, expiration_year: 2026 }, "expiration_year"],
    ["no email", { email: "x" }, "email"],
  ];
  test.each(wrong)("with %s is refused", async (_what, more, param) => {
    expect(await token(more)).toMatchObject({ status: 400, body: { object: "error", param, user_message: expect.any(String) } });
  });

  test("needs the public key; a charge needs the secret key", async () => {
    const error = { object: "error", type: "authentication_error" };
    expect(await call("POST", "/tokens", card, secretKey)).toMatchObject({ status: 401, body: error });
    expect(await call("POST", "/charges", sale, publicKey)).toMatchObject({ status: 401, body: error });
  });
});

describe("a charge", () => {
  test("is created with a 201 and can be read", async () => {
    const { status, body } = await charge({ description: "Despensa order", metadata: { attempt: "a1" } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: "charge",
      amount: 1050,
      current_amount: 1050,
      outcome: { type: "venta_exitosa", code: "AUT0000" },
      metadata: { attempt: "a1" },
    });
    expect(body.id).toMatch(/^chr_test_[A-Za-z0-9]{16}$/);
    expect((await call("GET", `/charges/${body.id}`)).body).toEqual(body);
    expect(await call("GET", "/charges/chr_test_none")).toMatchObject({ status: 404, body: { object: "error" } });
  });

  test("can be found by email, amount and time", async () => {
    const email = "found@example.com";
    const { body } = await charge({ email, amount: 4321 });
    const find = async (query: string) =>
      (await call("GET", `/charges?email=${email}&${query}`)).body.data.map(({ id }: { id: string }) => id);
    expect(await find(`amount=4321&creation_date_from=${now - 1000}`)).toEqual([body.id]);
    expect(await find("amount=4322")).toEqual([]);
    expect(await find(`creation_date_to=${now - 1000}`)).toEqual([]);
  });

  const wrong: [what: string, more: object, param: string][] = [
    ["2.99", { amount: 299 }, "amount"],
    ["9,999.01", { amount: 999_901 }, "amount"],
    ["half a cent", { amount: 1050.5 }, "amount"],
    ["pesos", { currency_code: "MXN" }, "currency_code"],
    ["a description of four letters", { description: "abcd" }, "description"],
    ["21 pairs of metadata", { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, "v"])) }, "metadata"],
    ["an unknown token", { source_id: "tkn_test_0000000000000000" }, "source_id"],
  ];
  test.each(wrong)("of %s is refused", async (_what, more, param) => {
    expect(await charge(more)).toMatchObject({ status: 400, body: { object: "error", param } });
  });

  test("uses up its token; a token is valid for five minutes", async () => {
    const source_id = await tokenId();
    const both = await Promise.all([call("POST", "/charges", { ...sale, source_id }), call("POST", "/charges", { ...sale, source_id })]);
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 400]));
    const old = await tokenId();
    now += 5 * 60_000 + 1000;
    expect((await call("POST", "/charges", { ...sale, source_id: old })).status).toBe(400);
  });

  test.each([
    ["4000020000000000", "stolen_card"],
    ["4000030000000009", "lost_card"],
    ["4000040000000008", "insufficient_funds"],
    ["5400000000000005", "contact_issuer"],
    ["5400020000000003", "incorrect_cvv"],
    ["3600010000007", "processing_error"],
    ["3600020000006", "fraudulent"],
  ])("of the card %s is declined: %s", async (card_number, decline_code) => {
    const { status, body } = await charge({}, { card_number });
    expect(status).toBe(402);
    expect(body).toMatchObject({
      object: "error",
      type: "card_error",
      decline_code,
      charge_id: expect.stringMatching(/^chr_/),
      user_message: expect.any(String),
    });
  });
});

describe("Yape", () => {
  const yape = { number_phone: "900000001", otp: "425251", amount: 2550 };
  const yapeToken = (more: object = {}) => call("POST", "/tokens/yape", { ...yape, ...more }, publicKey);
  const yapeCharge = async (more: object = {}, tokenMore: object = {}) => {
    const { id: source_id } = (await yapeToken(tokenMore)).body;
    return call("POST", "/charges", { amount: 2550, currency_code: "PEN", email: "shopper@example.com", source_id, ...more });
  };

  test("a token begins with ype_, and a charge of it is found and refunded like one of a card", async () => {
    const { status, body } = await yapeToken({ amount: "2550" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ object: "token", type: "yape", last_four: "0001", card_number: "90***0001", active: true });
    expect(body.id).toMatch(/^ype_test_[A-Za-z0-9]{16}$/);
    const sold = await yapeCharge({ metadata: { attempt: "y1" } });
    expect(sold).toMatchObject({ status: 201, body: { object: "charge", amount: 2550, currency_code: "PEN", source: { type: "yape" } } });
    expect((await call("GET", `/charges/${sold.body.id}`)).body).toEqual(sold.body);
    const refund = { amount: 2550, charge_id: sold.body.id, reason: "solicitud_comprador" };
    expect((await call("POST", "/refunds", refund)).status).toBe(201);
    expect((await call("POST", "/refunds", refund)).status).toBe(400);
  });

  const wrong: [what: string, more: object, param: string][] = [
    ["eight digits", { number_phone: "90000000" }, "number_phone"],
    ["a phone that begins with 8", { number_phone: "800000001" }, "number_phone"],
    ["a phone that is not a text", { number_phone: 900000001 }, "number_phone"],
    ["a code of five digits", { otp: "12345" }, "otp"],
    ["the phone whose code is wrong", { number_phone: "900000003" }, "otp"],
    ["S/2.99", { amount: 299 }, "amount"],
    ["S/2,000.01", { amount: 200_001 }, "amount"],
    ["no amount", { amount: undefined }, "amount"],
  ];
  test.each(wrong)("a token for %s is refused", async (_what, more, param) => {
    expect(await yapeToken(more)).toMatchObject({ status: 400, body: { object: "error", param, user_message: expect.any(String) } });
  });

  test("a token is charged in soles, with the approved amount, once", async () => {
    expect(await yapeCharge({ currency_code: "USD" })).toMatchObject({ status: 400, body: { param: "currency_code" } });
    expect(await yapeCharge({ amount: 2551 })).toMatchObject({ status: 400, body: { param: "amount" } });
    const { id: source_id } = (await yapeToken()).body;
    const both = await Promise.all([yapeCharge({ source_id }), yapeCharge({ source_id })]);
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 400]));
  });

  test("a charge is declined with too little money, and never asks for 3DS", async () => {
    expect(await yapeCharge({}, { number_phone: "900000002" })).toMatchObject({
      status: 402,
      body: { type: "card_error", decline_code: "insufficient_funds", user_message: expect.stringContaining("Yape") },
    });
    expect((await yapeCharge({ email: "review@culqi.com" })).status).toBe(201);
  });

  test("needs the public key", async () => {
    expect((await call("POST", "/tokens/yape", yape)).status).toBe(401);
  });
});

const challenge = async (source_id: string, code: string) => {
  const headers = { authorization: `Bearer ${publicKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ token: source_id, code });
  const answer = await fetch(baseUrl.replace("/v2", "/3ds/challenge"), { method: "POST", headers, body });
  return { status: answer.status, body: (await answer.json()) as object };
};

describe("3DS", () => {
  test.each([
    [{ card_number: "4456530000001096" }, {}],
    [{}, { email: "review@culqi.com" }],
  ])("is a 200 with REVIEW, not a payment, until verification succeeds", async (cardMore, saleMore) => {
    const source_id = await tokenId(cardMore);
    const asked = { ...sale, ...saleMore, source_id, amount: 7777 };
    expect(await call("POST", "/charges", asked)).toMatchObject({ status: 200, body: { action_code: "REVIEW" } });
    expect((await challenge(source_id, "9999")).status).toBe(402);
    const passed = await challenge(source_id, "1234");
    expect(await call("POST", "/charges", { ...asked, authentication_3DS: passed.body })).toMatchObject({
      status: 201,
      body: { object: "charge" },
    });
  });

  test("with made-up parameters is declined", async () => {
    const authentication_3DS = { eci: "05", xid: "x", cavv: "x", protocolVersion: "2.2.0", directoryServerTransactionId: "x" };
    expect(await charge({ authentication_3DS }, { card_number: "4456530000001096" })).toMatchObject({
      status: 402,
      body: { decline_code: "invalid_3ds" },
    });
  });
});

describe("a refund", () => {
  test("returns a part, then the rest, and never more", async () => {
    const { id: charge_id } = (await charge()).body;
    const refund = (amount: number) => call("POST", "/refunds", { amount, charge_id, reason: "solicitud_comprador" });
    expect(await refund(1000)).toMatchObject({
      status: 201,
      body: { object: "refund", id: expect.stringMatching(/^ref_test_/), amount: 1000 },
    });
    expect((await call("GET", `/charges/${charge_id}`)).body).toMatchObject({ amount_refunded: 1000, current_amount: 50 });
    expect((await refund(100)).status).toBe(400);
    expect((await call("POST", "/refunds", { amount: 100, charge_id: "chr_test_none", reason: "solicitud_comprador" })).status).toBe(404);
    expect((await call("POST", "/refunds", { amount: 100, charge_id, reason: "because" })).status).toBe(400);
  });
});

test("an order has its own number and expires", async () => {
  const client_details = { first_name: "Ana", last_name: "Soto", email: "ana@example.com", phone_number: "999999999" };
  const order = {
    amount: 600,
    currency_code: "PEN",
    description: "Despensa",
    order_number: "n1",
    client_details,
    expiration_date: Math.floor(now / 1000) + 60,
  };
  const { status, body } = await call("POST", "/orders", order);
  expect([status, body.object, body.state]).toEqual([201, "order", "pending"]);
  expect(await call("POST", "/orders", order)).toMatchObject({ status: 400, body: { param: "order_number" } });
  expect((await call("POST", "/orders", { ...order, order_number: "n2", amount: 599 })).status).toBe(400);
  now += 61_000;
  expect((await call("GET", `/orders/${body.id}`)).body.state).toBe("expired");
});

test("an event carries its data as a JSON string, unsigned", async () => {
  const { body } = await charge();
  const [sent] = await receiver.receives(body.id, "charge.creation.succeeded");
  const event = JSON.parse(sent!.body);
  expect(event).toMatchObject({ object: "event", id: expect.stringMatching(/^evt_test_/), data: expect.any(String) });
  expect(JSON.parse(event.data).id).toBe(body.id);
});

const preflight = (path: string) => fetch(`${baseUrl}${path}`, { method: "OPTIONS" });

test("other origins can create a token, and nothing else", async () => {
  for (const path of ["/tokens", "/tokens/yape"]) expect((await preflight(path)).headers.get("access-control-allow-origin")).toBe("*");
  expect((await preflight("/charges")).headers.get("access-control-allow-origin")).toBeNull();
});
