import { PassThrough } from "node:stream";
import fastify from "fastify";
import * as z from "zod/mini";
import { afterEach, expect, test, vi } from "vitest";
import { buildApp } from "#start/app.ts";
import type { Database } from "#server/db/connect.ts";
import { endpoint } from "#shared/endpoint.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { pageRoutes } from "../render/render.ts";
import { inTime, RESPOND_WITHIN_MS, respondInTime } from "./deadline.ts";
import { toRefusal } from "./errors.ts";
import { LoadShedding } from "../limits/load-shedding.ts";
import { serve, serveDocument } from "./serve.ts";

const never = () => new Promise<never>(() => {});
const { shop: opened } = await openTestShop();
afterEach(() => vi.useRealTimers());

/** Lets time pass once a request has reached its handler. */
async function pass(ms: number): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(ms);
}
const stopTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

/** A server whose routes may hang. */
function newApp() {
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    const { refusal } = toRefusal(error);
    return reply.code(refusal.status).headers(refusal.headers).send({});
  });
  respondInTime(app);
  return app;
}
const call = endpoint({ method: "GET", path: "/call", access: "anyone", summary: "Hangs", input: z.object({}), reply: z.object({}) });

test("work that ends in time is waited for, whether it succeeds or fails", async () => {
  expect(await inTime(Promise.resolve(1), 50)).toBe(1);
  await expect(inTime(Promise.reject(new Error("sold out")), 50)).rejects.toThrow("sold out");
});

test("no call and no page hangs: 503 with Retry-After after 14 seconds", async () => {
  // A call that hangs keeps its slot.
  const queue = { slots: 3, waiting: 0, waitingPerKey: 0, waitMs: 0 };
  const shop = { ...opened, identify: never, shedding: new LoadShedding({ rateLimit: true }, { queue }) };
  const app = newApp();
  serve(app, shop, call, never);
  serve(app, shop, { ...call, path: "/account", access: "user" }, never);
  serve(app, shop, { ...call, path: "/cached" }, never, { tags: () => [] });
  serveDocument(app, shop, { ...call, path: "/document" }, never);
  await pageRoutes(app, shop, { files: undefined, render: never });
  await app.ready();
  stopTime();
  for (const path of ["/call", "/account", "/cached", "/document", "/page"]) {
    const answer = app.inject({ path, headers: path === "/account" ? { authorization: "Bearer a.b.c" } : {} });
    await pass(RESPOND_WITHIN_MS);
    const { statusCode, headers } = await answer;
    expect([path, statusCode, headers["retry-after"]]).toEqual([path, 503, "2"]);
  }
});

const upload = (path: string) =>
  endpoint({ method: "POST", path, access: "anyone", summary: "Takes its time", file: "image", reply: z.object({}) });

test("the time of an upload counts from when its file has arrived", async () => {
  const app = newApp();
  const arrived = Promise.withResolvers<void>();
  serve(app, opened, upload("/upload"), async ({ input }) => {
    await input.read(1000);
    arrived.resolve();
    return never();
  });
  await app.ready();
  stopTime();
  const body = new PassThrough();
  const answer = app.inject({
    method: "POST",
    path: "/upload",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    payload: body,
  });
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  body.write('--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc');
  await pass(3 * RESPOND_WITHIN_MS);
  expect(isAnswered).toBe(false);
  body.end("\r\n--x--\r\n");
  await arrived.promise;
  await pass(RESPOND_WITHIN_MS - 1);
  expect(isAnswered).toBe(false);
  await pass(1);
  expect((await answer).statusCode).toBe(503);
});

test("an upload is either refused for its time and not done, or done however long that takes", async () => {
  const app = newApp();
  const done: string[] = [];
  const steps = { arrived: Promise.withResolvers<void>(), worked: Promise.withResolvers<void>(), stored: Promise.withResolvers<void>() };
  serve(app, opened, upload("/slow"), async ({ input }) => {
    await input.read(1000);
    steps.arrived.resolve();
    await steps.worked.promise;
    expect(input.refused?.aborted).toBe(true);
    input.commit();
    done.push("/slow");
    return {};
  });
  const committed = Promise.withResolvers<void>();
  serve(app, opened, upload("/begun"), async ({ input }) => {
    await input.read(1000);
    input.commit();
    committed.resolve();
    await steps.stored.promise;
    done.push("/begun");
    return {};
  });
  await app.ready();
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  const payload = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc\r\n--x--\r\n';
  const send = (path: string) => app.inject({ method: "POST", path, headers, payload }).then(({ statusCode }) => statusCode);
  stopTime();
  const slow = send("/slow");
  await steps.arrived.promise;
  await pass(RESPOND_WITHIN_MS);
  expect(await slow).toBe(503);
  steps.worked.resolve();

  const begun = send("/begun");
  await committed.promise;
  await pass(2 * RESPOND_WITHIN_MS);
  steps.stored.resolve();
  expect(await begun).toBe(200);
  expect(done).toEqual(["/begun"]);
});

test("a download may take longer than its response to begin", async () => {
  const app = newApp();
  const bytes = new PassThrough();
  app.get("/download", async (_request, reply) => reply.send(bytes));
  await app.ready();
  stopTime();
  const answer = app.inject("/download");
  bytes.write("a, ");
  await pass(3 * RESPOND_WITHIN_MS);
  bytes.end("b");
  expect((await answer).payload).toBe("a, b");
});

test("no route of the shop or its stand-ins waits longer for a database that hangs", async () => {
  /** Whatever is asked of it, nothing comes. */
  const anything: unknown = new Proxy(() => {}, {
    get: (_target, name) => (name === "then" ? () => {} : anything),
    apply: () => anything,
  });
  const database: Database = {
    ...opened.database,
    db: anything as Database["db"],
    prepared: anything as Database["db"],
    read: never,
    transact: never,
  };
  const app = buildApp({ ...opened, database, settings: never });
  await app.ready();
  stopTime();
  const paths = [
    ...["/api/category/get", "/sitemap.xml", "/sitemap-shelves.xml"],
    ...["/sandbox/paypal/checkoutnow?token=x", "/sandbox/paypal/v1/notifications/certs/CERT-despensa-practice"],
  ];
  for (const path of paths) {
    const answer = app.inject(path);
    await pass(RESPOND_WITHIN_MS);
    const { statusCode, headers } = await answer;
    expect([path, statusCode, headers["retry-after"]]).toEqual([path, 503, "2"]);
  }
  const token = app.inject({ method: "POST", path: "/sandbox/paypal/v1/oauth2/token" });
  await pass(RESPOND_WITHIN_MS);
  expect((await token).statusCode).toBe(503);
});
