import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import fastify, { LogController, type FastifyBaseLogger } from "fastify";
import { pino } from "pino";
import { expect, test } from "vitest";
import { Drain } from "./drain.ts";
import { everyRequest } from "./every-request.ts";
import { openTestShop } from "../../../tests/support/test-shop.ts";

test("a shop at an https address sends HSTS with calls, cached responses and refusals", async () => {
  const { app } = await openTestShop({ PUBLIC_URL: "https://shop.example" });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const kept = "/api/category/get";
  const etag = (await fetch(url + kept)).headers.get("etag") ?? "";
  for (const path of [kept, kept, "/api/cart/get", "/api/none", "/healthz", "/%zz"]) {
    const { headers } = await fetch(url + path, { headers: { "if-none-match": etag } });
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  }
});

test("a shop without https does not", async () => {
  const { app } = await openTestShop();
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  expect((await fetch(`${url}/api/category/get`)).headers.has("strict-transport-security")).toBe(false);
});

test("the log has the truncated path without its query, and names who was refused", async () => {
  const lines: Record<string, unknown>[] = [];
  const log: FastifyBaseLogger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const app = fastify({ loggerInstance: log, logController: new LogController({ disableRequestLogging: true }) });
  app.decorateRequest("visitor", null);
  everyRequest(app, new Drain());
  app.get("/:status/*", async (request, reply) => {
    request.visitor = { userId: "u1", sessionId: "s1", role: "USER", twoStep: false, isConfirmed: true };
    return reply.code(Number((request.params as { status: string }).status)).send("");
  });
  for (const status of [200, 403, 429])
    await app.inject({ url: `/${status}/${"x".repeat(5000)}?token=secret`, remoteAddress: "192.0.2.7" });
  expect(lines.map(({ status, userId, network }) => [status, userId, network])).toEqual([
    [200, undefined, undefined],
    [403, "u1", "192.0.2.7"],
    [429, "u1", "192.0.2.7"],
  ]);
  for (const { path } of lines) expect(path).toMatch(/^\/\d+\/x{195}$/);
});

test("a malformed request is refused like others", async () => {
  const { app } = await openTestShop();
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const close = "connection: close\r\n\r\n";
  for (const [request, status, message] of [
    [`GET /%zz HTTP/1.1\r\nhost: x\r\n${close}`, 400, "This address is not valid"],
    ["NONSENSE\r\n\r\n", 400, "The request is not valid"],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(20_000)}\r\n${close}`, 431, "The request is not valid"],
    [`GET /healthz HTTP/1.1\r\nhost: x\r\nHost: y\r\n${close}`, 400, "The request is not valid"],
  ] as const) {
    const socket = connect(port, "127.0.0.1");
    socket.write(request);
    const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    expect(head.toLowerCase()).toContain("x-content-type-options: nosniff");
    expect(head.toLowerCase()).toContain("referrer-policy: ");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(body).toContain(JSON.stringify({ success: false, error: true, message }));
  }
});
