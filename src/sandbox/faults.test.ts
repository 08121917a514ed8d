import { beforeEach, expect, test } from "vitest";
import { openProviderSandbox } from "../../tests/support/provider-sandbox.ts";
import { openReceiver } from "../../tests/support/webhook-receiver.ts";

const sandbox = await openProviderSandbox();
const receiver = await openReceiver();
sandbox.sendWebhooksTo(receiver.url);
const { baseUrl, secretKey } = sandbox.culqi;
beforeEach(() => sandbox.clearFaults());

const headers = { authorization: `Bearer ${secretKey}`, "content-type": "application/json" };
let count = 0;
const newEmail = () => `fault${++count}@example.com`;
const charge = async (email = newEmail()) => {
  const body = JSON.stringify({ amount: 1050, currency_code: "USD", email, source_id: await sandbox.cardToken() });
  return fetch(`${baseUrl}/charges`, { method: "POST", headers, body });
};
const chargesOf = async (email: string) => {
  const answer = await fetch(`${baseUrl}/charges?email=${email}`, { headers });
  return ((await answer.json()) as { data: object[] }).data.length;
};
const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id;

test("a connection can be cut before or after the work is done", async () => {
  for (const [effect, done] of [
    ["cut-before", 0],
    ["cut-after", 1],
  ] as const) {
    const email = newEmail();
    await sandbox.fault("culqi", { operation: "charge", effect });
    await expect(charge(email)).rejects.toThrow("fetch failed");
    expect(await chargesOf(email)).toBe(done);
  }
});

test("a 500 can come before or after the work is done", async () => {
  for (const [effect, done] of [
    ["fail-before", 0],
    ["fail-after", 1],
  ] as const) {
    const email = newEmail();
    await sandbox.fault("culqi", { operation: "charge", effect });
    expect((await charge(email)).status).toBe(500);
    expect(await chargesOf(email)).toBe(done);
  }
});

test("a fault occurs as often as set, or until cleared, and only for its operation", async () => {
  await sandbox.fault("culqi", { operation: "charge", effect: "fail-before", times: 2 });
  const statuses = [await charge(), await charge(), await charge()].map(({ status }) => status);
  expect(statuses).toEqual([500, 500, 201]);
  await sandbox.fault("culqi", { operation: "refund", effect: "fail-before", times: 0 });
  expect((await charge()).status).toBe(201);
  await sandbox.fault("culqi", { operation: "*", effect: "fail-before", times: 0 });
  await expect(sandbox.cardToken()).rejects.toThrow("500");
  await expect(sandbox.cardToken()).rejects.toThrow("500");
  await sandbox.clearFaults();
  expect((await charge()).status).toBe(201);
});

test("a response can be late, or a refusal from the provider", async () => {
  await sandbox.fault("culqi", { operation: "charge", effect: "slow", ms: 300 });
  const start = performance.now();
  expect((await charge()).status).toBe(201);
  expect(performance.now() - start).toBeGreaterThan(290);
  await sandbox.fault("culqi", { operation: "charge", effect: "refuse", issue: "insufficient_funds" });
  expect((await charge()).status).toBe(402);
});

test("faults can be set over HTTP, by the merchant only", async () => {
  const url = baseUrl.replace("/v2", "/faults");
  const body = JSON.stringify({ operation: "charge", effect: "fail-before", times: 0 });
  const post = (authorization: string, text = body) => fetch(url, { method: "POST", headers: { ...headers, authorization }, body: text });
  expect((await post("Bearer wrong")).status).toBe(401);
  expect((await post(headers.authorization, "{}")).status).toBe(400);
  expect((await post(headers.authorization)).status).toBe(201);
  expect((await charge()).status).toBe(500);
  expect((await fetch(url, { method: "DELETE", headers: { authorization: headers.authorization } })).status).toBe(204);
  expect((await charge()).status).toBe(201);
});

const EVENT = "charge.creation.succeeded";

test("a webhook can come twice", async () => {
  await sandbox.fault("culqi", { operation: "webhook", effect: "twice" });
  await receiver.receives(await idOf(await charge()), EVENT, EVENT);
});

test("a webhook can come before the response", async () => {
  await sandbox.fault("culqi", { operation: "webhook", effect: "early" });
  const id = await idOf(await charge());
  expect(receiver.about(id)).toHaveLength(1);
});

test("a webhook can be late, so that the next one overtakes it", async () => {
  await sandbox.fault("culqi", { operation: "webhook", effect: "late", ms: 1200, event: EVENT });
  const id = await idOf(await charge());
  const body = JSON.stringify({ amount: 1050, charge_id: id, reason: "solicitud_comprador" });
  await fetch(`${baseUrl}/refunds`, { method: "POST", headers, body });
  await receiver.receives(id, "refund.creation.succeeded", EVENT);
});

test("a webhook can be lost", async () => {
  await sandbox.fault("culqi", { operation: "webhook", effect: "none" });
  const [lost, sent] = [await idOf(await charge()), await idOf(await charge())];
  await receiver.receives(sent, EVENT);
  expect(receiver.about(lost)).toEqual([]);
});
