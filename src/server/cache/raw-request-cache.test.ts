import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { afterAll, expect, test } from "vitest";
import { productDetails } from "#features/catalogue/contract.ts";
import { addProduct } from "../../../tests/support/goods.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { ResponseCache, cacheable } from "./response-cache.ts";
import { RawRequestCache, createCachingServer } from "./raw-request-cache.ts";

const cache = new ResponseCache();
const known = new RawRequestCache(cache);
const logged: unknown[] = [];
/** Bodies of the requests that were passed on. */
const passedOn: string[] = [];
const log = { info: (line: unknown) => void logged.push(line) } as unknown as FastifyBaseLogger;
const server = createCachingServer(
  known,
  log,
  () => "an-id",
  {},
  async (request, response) => {
    passedOn.push(await text(request));
    known.learn(request, "the key");
    response.end("passed on");
  },
);
server.listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());
const { port } = server.address() as AddressInfo;
const url = `http://127.0.0.1:${port}/api/x`;

const post = async (body: string, type = "application/json") =>
  (await fetch(url, { method: "POST", body, headers: { "content-type": type } })).text();
const get = async (query: string) => (await fetch(url + query)).text();
/** Caches this response instead of the previous one. */
function keep(body: string) {
  cache.invalidate(["tag"]);
  return cache.respond("the key", async () => ({ response: cacheable(200, {}, body), tags: ["tag"] }));
}
/** The headers that are the same in every response. */
const headersOf = (answer: Response) =>
  Object.fromEntries([...answer.headers].filter(([name]) => !["date", "x-request-id"].includes(name)));

test("the second request with the same bytes is answered from the cache until that is invalidated", async () => {
  await keep("kept");
  expect([await post('{"a":1}'), await post('{"a":1}'), await post('{"a": 1}')]).toEqual(["passed on", "kept", "passed on"]);
  await expect.poll(() => logged).toEqual([{ id: "an-id", method: "POST", path: "/api/x", status: 200, ms: expect.any(Number) }]);
  cache.invalidate(["tag"]);
  expect(await post('{"a":1}')).toBe("passed on");
  await keep("new");
  expect(await post('{"a":1}')).toBe("new");
});

test("a GET is identified by its path and query", async () => {
  await keep("kept");
  expect([await get("?q=1"), await get("?q=1"), await get("?q=2")]).toEqual(["passed on", "kept", "passed on"]);
});

test("other methods, other content types and long bodies are passed on, complete", async () => {
  await keep("kept");
  const long = `"${"é".repeat(600)}"`;
  for (const _ of [1, 2]) {
    expect(await post('{"b":1}', "text/plain")).toBe("passed on");
    expect(await post('{"b":1}', "application/jsonp")).toBe("passed on");
    expect(await post(long)).toBe("passed on");
    expect(await (await fetch(url, { method: "PUT", body: '{"b":1}', headers: { "content-type": "application/json" } })).text()).toBe(
      "passed on",
    );
  }
  expect(passedOn.slice(-3)).toEqual(['{"b":1}', long, '{"b":1}']);
});

test("a body that arrives in pieces is passed on, complete", async () => {
  await keep("kept");
  const head = "POST /api/x HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n";
  for (const pieces of [
    ["content-length: 7\r\n\r\n", '{"c', '":1}'],
    ["content-length: 7\r\n\r\n{", '"c":1}'],
    ["transfer-encoding: chunked\r\n\r\n", '3\r\n{"c\r\n', '4\r\n":1}\r\n0\r\n\r\n'],
  ]) {
    const socket = connect(port, "127.0.0.1");
    socket.write(head + pieces[0]!);
    for (const piece of pieces.slice(1)) {
      await sleep(20);
      socket.write(piece);
    }
    expect(await text(socket)).toMatch(/passed on$/);
    expect(passedOn.at(-1)).toBe('{"c":1}');
  }
});

test("once stopped, every request is passed on", async () => {
  await keep("kept");
  expect([await post('{"d":1}'), await post('{"d":1}')]).toEqual(["passed on", "kept"]);
  known.stop();
  expect([await post('{"d":1}'), await post('{"d":1}')]).toEqual(["passed on", "passed on"]);
});

test("the shop answers a known request as it did the first time, and shows changes immediately", async () => {
  const test = await openTestShop();
  const productId = await addProduct(test, { name: "Oat Milk" });
  const address = (await test.app.listen({ port: 0, host: "127.0.0.1" })) + productDetails.path;
  const ask = () =>
    fetch(address, { method: "POST", body: JSON.stringify({ productId }), headers: { "content-type": "application/json" } });
  const [first, second] = [await ask(), await ask()];
  expect(await second.text()).toBe(await first.text());
  expect(headersOf(second)).toEqual(headersOf(first));
  expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  test.shop.cache.invalidate([`product:${productId}`]);
  await test.shop.database.pool.query("update product set name = 'Rice Milk' where id = $1", [productId]);
  expect(await (await ask()).text()).toContain("Rice Milk");
});
