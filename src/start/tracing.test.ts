import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { listCategories } from "#features/catalogue/contract.ts";
import { listOrders } from "#features/orders/contract.ts";
import { loadConfig } from "#server/settings/config.ts";
import { sendTraces } from "#server/tracing/send-traces.ts";
import { isTracing, SPAN_KIND, traced } from "#server/tracing/spans.ts";
import { newCashBuyer, one } from "../../tests/support/cash-buyer.ts";
import { addProduct } from "../../tests/support/goods.ts";
import { callOver } from "../../tests/support/live-shop.ts";
import { openTestShop } from "../../tests/support/test-shop.ts";

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}

/** What a collector got. */
const got: { headers: NodeJS.Dict<string | string[]>; resource: unknown; spans: SentSpan[] }[] = [];
let status = 200;
const collector = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    const [{ resource, scopeSpans }] = JSON.parse(body).resourceSpans;
    got.push({ headers: request.headers, resource, spans: scopeSpans[0].spans });
    response.writeHead(status).end("{}");
  });
}).listen(0, "127.0.0.1");
await once(collector, "listening");
afterAll(() => collector.close());
const address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

const warnings: unknown[] = [];
const log = { warn: (...said: unknown[]) => void warnings.push(said) };
const tracing = (env: Record<string, string> = {}) => loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: address, ...env }).tracing!;

// On before the shop opens, as in the program.
let end = sendTraces(tracing(), log);
const shop = await openTestShop({ SANDBOX: "on" });
const url = await shop.app.listen({ port: 0, host: "127.0.0.1" });

beforeEach(() => void (status = 200));

/** The spans of what happens meanwhile, with these settings. */
async function spansOf(work: () => Promise<unknown>, env?: Record<string, string>): Promise<SentSpan[]> {
  await end();
  got.length = 0;
  end = sendTraces(tracing(env), log);
  await work();
  await delay(50); // responses close a little later
  await end();
  return got.flatMap(({ spans }) => spans);
}

const valueOf = ({ attributes }: SentSpan, key: string) => {
  const { value } = attributes.find((attribute) => attribute.key === key) ?? {};
  return value?.stringValue ?? value?.intValue;
};

const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", id: "b7ad6b7169203331" };
const ask = async (headers: Record<string, string> = {}) => (await fetch(`${url}${listCategories.path}`, { headers })).status;
const askTraced = () => ask({ traceparent });
const traceparent = `00-${CALLER.traceId}-${CALLER.id}-01`;

test("a request and its statements are one trace, which continues the caller's", async () => {
  const rice = await addProduct(shop, { name: "Rice", stock: 2 });
  const buyer = await newCashBuyer(shop);
  const spans = await spansOf(async () => {
    expect((await buyer.order(one(rice))).status).toBe(200);
    await callOver(url, listOrders, {}, { token: buyer.token, headers: { traceparent } });
  });
  const request = spans.find(({ kind, traceId }) => kind === 2 && traceId === CALLER.traceId)!;
  expect(request).toMatchObject({ name: `GET ${listOrders.path}`, parentSpanId: CALLER.id, status: {} });
  expect(["http.request.method", "http.route", "http.response.status_code"].map((key) => valueOf(request, key))).toEqual([
    "GET",
    listOrders.path,
    "200",
  ]);
  const statements = spans.filter(({ kind, parentSpanId }) => kind === 3 && parentSpanId === request.spanId);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    expect(statement.traceId).toBe(CALLER.traceId);
    expect(valueOf(statement, "db.system.name")).toBe("postgresql");
    expect(BigInt(statement.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(request.startTimeUnixNano));
    expect(BigInt(statement.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(request.endTimeUnixNano));
    expect(Math.abs(Number(BigInt(statement.endTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
  }
});

test("no values of people are in them", async () => {
  const buyer = await newCashBuyer(shop);
  const spans = await spansOf(() => callOver(url, listOrders, { search: "secret words" } as never, { token: buyer.token }));
  expect(spans.length).toBeGreaterThan(1);
  expect(JSON.stringify(spans)).not.toMatch(new RegExp(`secret|${buyer.token}|@`));
});

test("responses from the cache are traced, and each request on a connection is a trace of its own", async () => {
  const spans = await spansOf(async () => {
    for (let n = 0; n < 3; n++) await ask();
  });
  const requests = spans.filter(({ kind }) => kind === 2);
  expect(requests.map(({ name }) => name)).toContain("GET cached");
  expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(3);
});

const work = () => traced(SPAN_KIND.consumer, "work", async () => {});

test("are sent after a time in which nothing else happened, too", async () => {
  await end();
  got.length = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    end = sendTraces(tracing(), log);
    const untilSent = async (count: number) => {
      const until = performance.now() + 10_000;
      while (got.flatMap(({ spans }) => spans).length < count && performance.now() < until) await setImmediate();
      expect(got.flatMap(({ spans }) => spans)).toHaveLength(count);
    };
    await work();
    vi.advanceTimersByTime(5000);
    // Ends while the first is being sent.
    await work();
    await untilSent(2);
    await delay(50); // until it is answered
    vi.advanceTimersByTime(5000);
    await work();
    vi.advanceTimersByTime(5000);
    await untilSent(3);
  } finally {
    vi.useRealTimers();
  }
});

test("each job is a trace of its own", async () => {
  const rice = await addProduct(shop, { name: "Rice", stock: 2 });
  const buyer = await newCashBuyer(shop);
  await buyer.order(one(rice));
  const spans = await spansOf(() => shop.doJobs());
  const jobs = spans.filter(({ kind }) => kind === 5);
  expect(jobs.length).toBeGreaterThan(0);
  expect(jobs.every(({ parentSpanId }) => parentSpanId === undefined)).toBe(true);
  expect(spans.some(({ parentSpanId }) => parentSpanId === jobs[0]!.spanId)).toBe(true);
});

test("the standard settings name the service, pass on headers, and choose what is traced", async () => {
  const named = await spansOf(ask, {
    OTEL_SERVICE_NAME: "my-shop",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test%20one",
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=abc%3D",
  });
  expect(named).toHaveLength(1);
  expect(got[0]!.headers).toMatchObject({ "x-key": "abc=", "content-type": "application/json" });
  expect(JSON.stringify(got[0]!.resource)).toContain('{"key":"service.name","value":{"stringValue":"my-shop"}}');
  expect(JSON.stringify(got[0]!.resource)).toContain('{"stringValue":"test one"}');

  const calls = async () => {
    for (let n = 0; n < 200; n++) await ask();
  };
  const some = await spansOf(calls, { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.3" });
  expect(some.length).toBeGreaterThan(20);
  expect(some.length).toBeLessThan(110);
  expect(await spansOf(askTraced, { OTEL_TRACES_SAMPLER: "parentbased_always_off" })).toHaveLength(1);
  expect(await spansOf(askTraced, { OTEL_TRACES_SAMPLER: "always_off" })).toEqual([]);
});

test("a collector that refuses or is down costs a warning, and nothing else", async () => {
  status = 500;
  warnings.length = 0;
  await spansOf(async () => expect(await ask()).toBe(200));
  await spansOf(async () => expect(await ask()).toBe(200), {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
  });
  expect(warnings).toHaveLength(2);
});

test("without an address, or told not to, nothing is traced", async () => {
  expect(loadConfig({}).tracing).toBeUndefined();
  expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_SDK_DISABLED: "TRUE" }).tracing).toBeUndefined();
  expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_TRACES_EXPORTER: "none" }).tracing).toBeUndefined();
  expect(tracing({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector/here" }).url).toBe("http://collector/here");
  expect(() => tracing({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toThrow(/http\/json/);
  expect(() => tracing({ OTEL_RESOURCE_ATTRIBUTES: "nonsense" })).toThrow(/name=value/);
  await end();
  expect(isTracing()).toBe(false);
});
