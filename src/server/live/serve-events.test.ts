import fastify from "fastify";
import * as z from "zod/mini";
import { afterAll, expect, test } from "vitest";
import { endpoint } from "#shared/endpoint.ts";
import { serveEvents, type Send } from "./serve-events.ts";
import type { Shop, Visitor } from "../shop.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";

const { shop: real } = await openTestShop({ RATE_LIMIT: "on" });
const nobody = { twoStep: false, isConfirmed: true, userId: "1", sessionId: "1" };
let visitor: Visitor | null = { ...nobody, role: "ADMIN" };
const shop: Shop = { ...real, identify: async () => visitor };
const news = endpoint({
  method: "GET",
  path: "/news",
  access: "admin",
  summary: "News",
  input: z.object({}),
  media: "text/event-stream",
  reply: z.object({}),
});

let send: Send = () => {};
let ended = 0;
const app = fastify({ forceCloseConnections: true });
app.decorateRequest("visitor", null);
app.setErrorHandler((error, _request, reply) => reply.code((error as { status?: number }).status ?? 500).send({}));
serveEvents(
  app,
  shop,
  news,
  async (_call, sendNow) => {
    send = sendNow;
    return () => void ended++;
  },
  { everyMs: 40, most: 2 },
);
serveEvents(
  app,
  shop,
  { ...news, path: "/checked" },
  async (_call, sendNow) => {
    send = sendNow;
    return () => {};
  },
  { checkedWithinMs: 0 },
);
serveEvents(app, shop, { ...news, path: "/few" }, async () => () => {}, { everyMs: 40, mostOfOne: 2 });
const url = await app.listen({ port: 0, host: "127.0.0.1" });
afterAll(() => app.close());

const listen = (signal?: AbortSignal, path = "/news") =>
  fetch(url + path, { headers: { authorization: "Bearer x" }, signal: signal ?? null });

/** The whole of a stream. As soon as it has brought `part`, `then` happens. */
async function textOf(response: Response, part: RegExp, then: () => void): Promise<string> {
  let text = "";
  let isDone = false;
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (!isDone && part.test(text)) then();
    isDone ||= part.test(text);
  }
  return text;
}

test("a stream ends as soon as its listener loses access", async () => {
  for (const now of [null, { ...nobody, role: "USER" as const }]) {
    visitor = { ...nobody, role: "ADMIN" };
    const before = ended;
    const response = await listen();
    send("one", { a: "line\nbreak" });
    const text = await textOf(response, /event: one[^]*\n:\n/, () => void (visitor = now));
    expect(text).toMatch(/^(:\n\n)*event: one\ndata: {"a":"line\\nbreak"}\n\n(:\n\n)+retry: \d+\n\n$/);
    await expect.poll(() => ended).toBe(before + 1);
  }
});

test("an event that comes after a logout or loss of role is not sent, however soon", async () => {
  for (const now of [null, { ...nobody, role: "USER" as const }]) {
    visitor = { ...nobody, role: "ADMIN" };
    const response = await listen(undefined, "/checked");
    send("before", {});
    const text = await textOf(response, /event: before/, () => {
      visitor = now;
      send("after", {});
    });
    expect(text).toMatch(/^(:\n\n)*event: before\ndata: {}\n\nretry: \d+\n\n$/);
  }
});

test("a listener who leaves makes room for another", async () => {
  visitor = { ...nobody, role: "ADMIN" };
  const leaving = new AbortController();
  const before = ended;
  await Promise.all([listen(leaving.signal), listen(leaving.signal)]);
  const refused = await listen();
  expect(refused.status).toBe(503);
  await refused.text();
  leaving.abort();
  await expect.poll(() => ended).toBe(before + 2);
  const again = new AbortController();
  expect((await listen(again.signal)).status).toBe(200);
  again.abort();
  await expect.poll(() => ended).toBe(before + 3);
});

test("one person can hold only a few streams", async () => {
  const leaving = new AbortController();
  const responses: Response[] = [];
  const open = async () => {
    // Keep a reference: garbage-collecting a response closes its connection.
    responses.push(await listen(leaving.signal, "/few"));
    return responses.at(-1)!.status;
  };
  visitor = { ...nobody, role: "ADMIN" };
  expect([await open(), await open(), await open()]).toEqual([200, 200, 503]);
  visitor = { ...nobody, userId: "2", role: "ADMIN" };
  expect(await open()).toBe(200);
  leaving.abort();
});

test("a listener who does not read is disconnected", async () => {
  const leaving = new AbortController();
  const before = ended;
  await listen(leaving.signal);
  for (let n = 0; n < 2000; n++) send("much", "x".repeat(10_000));
  await expect.poll(() => ended).toBe(before + 1);
  leaving.abort();
});
