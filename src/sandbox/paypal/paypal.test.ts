import { createVerify, X509Certificate } from "node:crypto";
import { crc32 } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { openProviderSandbox } from "../../../tests/support/provider-sandbox.ts";
import { openReceiver } from "../../../tests/support/webhook-receiver.ts";

let now = Date.parse("2026-03-01T10:00:00Z");
const sandbox = await openProviderSandbox({ now: () => now });
const receiver = await openReceiver();
sandbox.sendWebhooksTo(receiver.url);
const { baseUrl, clientId, clientSecret, webhookId } = sandbox.paypal;
const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;

const askToken = (body = "grant_type=client_credentials", authorization = basic) =>
  fetch(`${baseUrl}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
    body,
  });
const freshToken = async () => ((await (await askToken()).json()) as { access_token: string }).access_token;
let token = "";
let count = 0;
beforeEach(async () => {
  token = await freshToken();
  await sandbox.clearFaults();
});

interface Reply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
  body: any;
}
async function call(method: "GET" | "POST", path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const type = method === "POST" ? { "content-type": "application/json" } : {};
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...type, ...headers },
    ...(method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body ?? {}) } : {}),
  });
  return { status: answer.status, body: await answer.json() };
}
const id = (name: string) => ({ "paypal-request-id": `${name}-${++count}` });
const usd = (value: string) => ({ currency_code: "USD", value });
const unit = (more: object = {}) => ({
  amount: { ...usd("10.50"), breakdown: { item_total: usd("10.50") } },
  items: [{ name: "Rice", unit_amount: usd("3.50"), quantity: "3", category: "PHYSICAL_GOODS" }],
  ...more,
});
const context = { return_url: "https://shop.example/success?a=1", cancel_url: "https://shop.example/cancel", user_action: "PAY_NOW" };
const order = (more: object = {}) => ({
  intent: "CAPTURE",
  purchase_units: [unit(more)],
  payment_source: { paypal: { experience_context: context } },
});
const create = (body: unknown = order(), headers: Record<string, string> = {}) =>
  call("POST", "/v2/checkout/orders", body, { ...id("create"), ...headers });
const capture = (orderId: string, headers: Record<string, string> = {}) =>
  call("POST", `/v2/checkout/orders/${orderId}/capture`, {}, { ...id("capture"), ...headers });
const issues = ({ body }: Reply) => (body.details as { issue: string }[]).map(({ issue }) => issue);
const approved = async (more: object = {}) => {
  const { body } = await create(order(more));
  await sandbox.payer(body.id, "approve");
  return body.id as string;
};
const captureIn = ({ body }: Reply) => body.purchase_units[0].payments.captures[0];

describe("an access token", () => {
  test("needs id and secret, and says how long it is valid", async () => {
    const answer = await askToken();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      token_type: "Bearer",
      expires_in: 32_400,
      access_token: expect.any(String),
      scope: expect.any(String),
    });
    expect((await askToken("grant_type=client_credentials", "Basic eDp5")).status).toBe(401);
    expect((await askToken("grant_type=password")).status).toBe(400);
  });

  test("is valid until it expires; any other is refused", async () => {
    expect((await call("GET", "/v2/checkout/orders/X", undefined, { authorization: `Bearer ${token}x` })).body.name).toBe(
      "AUTHENTICATION_FAILURE",
    );
    now += 32_401_000;
    const late = await call("GET", "/v2/checkout/orders/X");
    expect(late).toMatchObject({ status: 401, body: { name: "AUTHENTICATION_FAILURE", debug_id: expect.any(String) } });
  });
});

describe("an order", () => {
  test("waits for the payer at `payer-action`, or `approve` in the old format", async () => {
    const current = await create();
    expect(current).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^[A-Z0-9]{17}$/), status: "PAYER_ACTION_REQUIRED" } });
    expect(current.body.links.map((link: { rel: string }) => link.rel)).toContain("payer-action");
    expect(current.body.purchase_units).toBeUndefined();
    const { payment_source: _, ...rest } = order();
    const old = await call("POST", "/v2/checkout/orders", { ...rest, application_context: context });
    expect(old).toMatchObject({ status: 201, body: { status: "CREATED" } });
    expect(old.body.links.map((link: { rel: string }) => link.rel)).toContain("approve");
  });

  test("is returned in full if preferred", async () => {
    const { body } = await create(order({ custom_id: "c", invoice_id: "whole" }), { prefer: "return=representation" });
    expect(body).toMatchObject({
      intent: "CAPTURE",
      purchase_units: [{ reference_id: "default", custom_id: "c", items: [{ name: "Rice" }] }],
    });
  });

  test("is created once per request id: 200 with its latest state; another body under that id is refused", async () => {
    const header = id("same");
    const first = await create(order(), header);
    await sandbox.payer(first.body.id, "approve");
    expect(await create(order(), header)).toMatchObject({ status: 200, body: { id: first.body.id, status: "APPROVED" } });
    const other = await create(order({ description: "other" }), header);
    expect([other.status, issues(other)]).toEqual([400, ["DUPLICATE_REQUEST_ID"]]);
    expect((await create()).body.id).not.toBe(first.body.id);
  });

  test("needs a request id if it has a payment source", async () => {
    const answer = await call("POST", "/v2/checkout/orders", order());
    expect([answer.status, issues(answer)]).toEqual([400, ["PAYPAL_REQUEST_ID_REQUIRED"]]);
    expect(issues(await create(order(), { "paypal-request-id": "x".repeat(109) }))).toEqual(["INVALID_STRING_LENGTH"]);
  });

  const broken: [what: string, body: unknown, status: number, issue: string][] = [
    ["no intent", { purchase_units: [unit()] }, 400, "MISSING_REQUIRED_PARAMETER"],
    ["an unknown intent", { ...order(), intent: "GIVE" }, 400, "INVALID_PARAMETER_VALUE"],
    ["no units", { ...order(), purchase_units: [] }, 400, "INVALID_ARRAY_MIN_ITEMS"],
    ["11 units", { ...order(), purchase_units: Array.from({ length: 11 }, () => unit()) }, 400, "INVALID_ARRAY_MAX_ITEMS"],
    ["a number as value", order({ amount: { currency_code: "USD", value: 10.5 } }), 400, "INVALID_PARAMETER_SYNTAX"],
    ["words as value", order({ amount: usd("ten"), items: [] }), 400, "INVALID_PARAMETER_SYNTAX"],
    ["a name of 128", order({ items: [{ name: "x".repeat(128), unit_amount: usd("3.50"), quantity: "3" }] }), 400, "INVALID_STRING_LENGTH"],
    ["a quantity of 1.5", order({ items: [{ name: "x", unit_amount: usd("3.50"), quantity: "1.5" }] }), 400, "INVALID_PARAMETER_SYNTAX"],
    ["a custom id of 128", order({ custom_id: "x".repeat(128) }), 400, "INVALID_STRING_LENGTH"],
    ["an invoice id of 128", order({ invoice_id: "x".repeat(128) }), 400, "INVALID_STRING_LENGTH"],
    ["a reference id of 257", order({ reference_id: "x".repeat(257) }), 400, "INVALID_STRING_LENGTH"],
    ["a description of 128", order({ description: "x".repeat(128) }), 400, "INVALID_STRING_LENGTH"],
    ["items without their total", order({ amount: usd("10.50") }), 422, "ITEM_TOTAL_REQUIRED"],
    ["items of another total", order({ amount: { ...usd("10.00"), breakdown: { item_total: usd("10.00") } } }), 422, "ITEM_TOTAL_MISMATCH"],
    ["parts of another total", order({ amount: { ...usd("9.50"), breakdown: { item_total: usd("10.50") } } }), 422, "AMOUNT_MISMATCH"],
    ["three decimals", order({ amount: usd("10.505"), items: [] }), 422, "DECIMAL_PRECISION"],
    ["nothing to pay", order({ amount: usd("0.00"), items: [] }), 422, "CANNOT_BE_ZERO_OR_NEGATIVE"],
    ["no such currency", order({ amount: { currency_code: "XXX", value: "1.00" }, items: [] }), 422, "INVALID_CURRENCY_CODE"],
    ["far too much", order({ amount: usd("1000000000000000.00"), items: [] }), 422, "MAX_VALUE_EXCEEDED"],
    ["no JSON", "{", 400, "MALFORMED_REQUEST_JSON"],
  ];
  test.each(broken)("with %s is refused", async (_what, body, status, issue) => {
    const answer = await create(body);
    expect([answer.status, issues(answer)]).toEqual([status, [issue]]);
    expect(answer.body).toMatchObject({
      name: status === 400 ? "INVALID_REQUEST" : "UNPROCESSABLE_ENTITY",
      debug_id: expect.any(String),
      message: expect.any(String),
    });
  });

  test("adds up with shipping, tax and discounts", async () => {
    const parts = {
      item_total: usd("10.50"),
      shipping: usd("2.00"),
      tax_total: usd("1.00"),
      discount: usd("0.50"),
      shipping_discount: usd("2.00"),
    };
    expect((await create(order({ amount: { ...usd("11.00"), breakdown: parts } }))).status).toBe(201);
  });

  test("that was never created, or not approved within three hours, is not found", async () => {
    expect(await call("GET", "/v2/checkout/orders/NOSUCHORDER000000")).toMatchObject({
      status: 404,
      body: { name: "RESOURCE_NOT_FOUND", details: [{ issue: "INVALID_RESOURCE_ID" }] },
    });
    const { body } = await create();
    now += 3 * 3_600_000 + 1000;
    expect((await call("GET", `/v2/checkout/orders/${body.id}`)).status).toBe(404);
    expect(await sandbox.payer(body.id, "approve")).toBe("404");
  });
});

describe("the payer", () => {
  test("returns with token and PayerID, or with the token only", async () => {
    const { body } = await create();
    expect(await sandbox.payer(body.id, "cancel")).toBe(`https://shop.example/cancel?token=${body.id}`);
    expect(await sandbox.payer(body.id, "approve")).toMatch(
      new RegExp(`^https://shop\\.example/success\\?a=1&token=${body.id}&PayerID=[A-Z0-9]{13}$`),
    );
  });

  test("sees shop and amount on a page without scripts, and nothing of the order as markup", async () => {
    const { body } = await create({ ...order({ items: [{ name: "<b>Rice</b>", unit_amount: usd("10.50"), quantity: "1" }] }) });
    const page = await fetch(`${baseUrl}/checkoutnow?token=${body.id}`);
    const text = await page.text();
    expect(text).toContain("$10.50");
    expect(text).not.toMatch(/<b>Rice|<script/);
    expect(page.headers.get("content-security-policy")).toMatch(/form-action 'self' https:\/\/shop\.example/);
  });

  test("is told of a payment that isn't there in the language of the browser", async () => {
    for (const [language, words] of [
      ["en-US,en", "find this payment"],
      ["es-PE,es;q=0.9", "No encontramos este pago"],
    ] as const) {
      const page = await fetch(`${baseUrl}/checkoutnow?token=NONE`, { headers: { "accept-language": language } });
      expect(await page.text()).toContain(words);
    }
  });
});

const mock = (code: string) => ({ "paypal-mock-response": JSON.stringify({ mock_application_codes: code }) });

describe("a capture", () => {
  test("takes an approved order's money once, and is repeated under its request id", async () => {
    const orderId = await approved({ custom_id: "attempt", invoice_id: "once" });
    const header = id("pay");
    const first = await capture(orderId, header);
    expect(first).toMatchObject({ status: 201, body: { status: "COMPLETED", payer: { payer_id: expect.any(String) } } });
    expect(captureIn(first)).toMatchObject({
      status: "COMPLETED",
      final_capture: true,
      custom_id: "attempt",
      invoice_id: "once",
      amount: usd("10.50"),
    });
    expect(captureIn(first).seller_receivable_breakdown).toMatchObject({
      gross_amount: usd("10.50"),
      paypal_fee: usd("0.86"),
      net_amount: usd("9.64"),
    });
    const again = await capture(orderId, header);
    expect([again.status, captureIn(again).id]).toEqual([200, captureIn(first).id]);
    const other = await capture(orderId);
    expect([other.status, issues(other)]).toEqual([422, ["ORDER_ALREADY_CAPTURED"]]);
    expect(captureIn(await call("GET", `/v2/checkout/orders/${orderId}`)).id).toBe(captureIn(first).id);
  });

  test("takes the money once when sent concurrently", async () => {
    const orderId = await approved();
    const answers = await Promise.all(Array.from({ length: 6 }, () => capture(orderId)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 422 && issues(answer)[0] === "ORDER_ALREADY_CAPTURED")).toHaveLength(5);
  });

  test("before the approval is refused", async () => {
    const { body } = await create();
    const answer = await capture(body.id);
    expect([answer.status, issues(answer)]).toEqual([422, ["ORDER_NOT_APPROVED"]]);
  });

  test("of an invoice that was already paid is refused", async () => {
    const [one, two] = [await approved({ invoice_id: "twice" }), await approved({ invoice_id: "twice" })];
    expect((await capture(one)).status).toBe(201);
    expect(issues(await capture(two))).toEqual(["DUPLICATE_INVOICE_ID"]);
    expect(issues(await create(order({ invoice_id: "twice" })))).toEqual(["DUPLICATE_INVOICE_ID"]);
  });

  test("fails as a negative test requests", async () => {
    const orderId = await approved();
    const answer = await capture(orderId, mock("INSTRUMENT_DECLINED"));
    expect([answer.status, issues(answer)]).toEqual([422, ["INSTRUMENT_DECLINED"]]);
    expect(issues(await capture(orderId, mock("NO_SUCH_CODE")))).toEqual(["INVALID_PARAMETER_VALUE"]);
    expect((await capture(orderId)).status).toBe(201);
  });

  test("can be pending while the order is COMPLETED, and ends later", async () => {
    await sandbox.fault("paypal", { operation: "capture", effect: "pending" });
    const orderId = await approved();
    const paid = await capture(orderId);
    expect(paid.body.status).toBe("COMPLETED");
    expect(captureIn(paid)).toMatchObject({ status: "PENDING", status_details: { reason: "PENDING_REVIEW" } });
    const { id: captureId } = captureIn(paid);
    expect(issues(await call("POST", `/v2/payments/captures/${captureId}/refund`))).toEqual(["PENDING_CAPTURE"]);
    await call("POST", `/captures/${captureId}/settle`, { status: "COMPLETED" }, { authorization: basic });
    expect((await call("GET", `/v2/payments/captures/${captureId}`)).body.status).toBe("COMPLETED");
    await receiver.receives(orderId, "CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.PENDING", "PAYMENT.CAPTURE.COMPLETED");
  });
});

const refund = (captureId: string, body: object = {}, headers = id("refund")) =>
  call("POST", `/v2/payments/captures/${captureId}/refund`, body, headers);

describe("a refund", () => {
  test("returns a part, then the rest, never more, and once per request id", async () => {
    const { id: captureId } = captureIn(await capture(await approved()));
    const header = id("part");
    const part = await refund(captureId, { amount: usd("4.00") }, header);
    expect(part).toMatchObject({ status: 201, body: { status: "COMPLETED", amount: usd("4.00") } });
    expect(await refund(captureId, { amount: usd("4.00") }, header)).toMatchObject({ status: 200, body: { id: part.body.id } });
    expect((await call("GET", `/v2/payments/captures/${captureId}`)).body.status).toBe("PARTIALLY_REFUNDED");
    expect(issues(await refund(captureId, { amount: usd("6.51") }))).toEqual(["REFUND_AMOUNT_EXCEEDED"]);
    expect((await refund(captureId)).body.amount).toEqual(usd("6.50"));
    expect(issues(await refund(captureId))).toEqual(["CAPTURE_FULLY_REFUNDED"]);
    expect((await refund("NOSUCHCAPTURE0000")).status).toBe(404);
  });
});

describe("a webhook", () => {
  test("has a signature that node:crypto and the API verify, and that a changed body fails", async () => {
    const orderId = await approved();
    const { id: captureId } = captureIn(await capture(orderId));
    const [, sent] = await receiver.receives(orderId, "CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.COMPLETED");
    const { headers, body } = sent!;
    const event = JSON.parse(body);
    expect(event).toMatchObject({ id: expect.stringMatching(/^WH-/), resource_type: "capture", resource: { id: captureId } });
    expect(event.resource.supplementary_data.related_ids.order_id).toBe(orderId);
    const certificate = new X509Certificate(await (await fetch(headers["paypal-cert-url"]!)).text());
    const signed = `${headers["paypal-transmission-id"]}|${headers["paypal-transmission-time"]}|${webhookId}|${crc32(body)}`;
    const verify = (text: string) =>
      createVerify("SHA256").update(text).verify(certificate.publicKey, headers["paypal-transmission-sig"]!, "base64");
    expect([verify(signed), verify(`${signed}1`)]).toEqual([true, false]);
    expect(certificate.verify(certificate.publicKey)).toBe(true);

    const question = {
      auth_algo: headers["paypal-auth-algo"],
      cert_url: headers["paypal-cert-url"],
      transmission_id: headers["paypal-transmission-id"],
      transmission_sig: headers["paypal-transmission-sig"],
      transmission_time: headers["paypal-transmission-time"],
      webhook_id: webhookId,
      webhook_event: event,
    };
    const asked = (more: object) => call("POST", "/v1/notifications/verify-webhook-signature", { ...question, ...more });
    expect((await asked({})).body).toEqual({ verification_status: "SUCCESS" });
    for (const forged of [
      { webhook_event: { ...event, id: "WH-1" } },
      { webhook_id: "OTHER" },
      { cert_url: "https://evil.example/cert" },
    ]) {
      expect((await asked(forged)).body).toEqual({ verification_status: "FAILURE" });
    }
  });

  test("is retried with pauses until the shop answers 2xx", async () => {
    receiver.answer(500, 2);
    const orderId = await approved();
    const tries = await receiver.receives(orderId, "CHECKOUT.ORDER.APPROVED", "CHECKOUT.ORDER.APPROVED", "CHECKOUT.ORDER.APPROVED");
    expect(new Set(tries.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
  });
});
