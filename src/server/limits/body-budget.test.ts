import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, expect, test } from "vitest";
import { limitBodies } from "./body-budget.ts";

async function open(options: Parameters<typeof limitBodies>[1]) {
  const app = fastify({ bodyLimit: 10_000, trustProxy: true, forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) => reply.code((error as { status?: number }).status ?? 500).send({}));
  limitBodies(app, options);
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.post("/", async () => ({}));
  app.post("/file", { config: { streamsBody: true } }, async () => ({}));
  app.get("/", async () => ({}));
  await app.listen({ port: 0, host: "127.0.0.1" });
  afterAll(() => app.close());
  return app;
}

/** Sends the headers and part of the body. */
function begin(app: FastifyInstance, length: number, ip = "10.0.0.1", type = "application/json"): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  const head = ["POST / HTTP/1.1", "host: x", `x-forwarded-for: ${ip}`, `content-type: ${type}`, `content-length: ${length}`];
  socket.on("error", () => {}).write([...head, "connection: close", "", "{"].join("\r\n"));
  return socket;
}

const post = async (app: FastifyInstance, ip: string, url = "/") =>
  (await app.inject({ method: "POST", url, payload: { a: 1 }, headers: { "x-forwarded-for": ip } })).statusCode;

test("half-sent bodies are limited in memory, per network and in total", async () => {
  const app = await open({ inAll: 25_000, fromOneNetwork: 10_000 });
  const first = begin(app, 9995);
  await expect.poll(() => post(app, "10.0.0.1")).toBe(503);
  expect(await post(app, "10.0.0.2")).toBe(200);
  const others = [begin(app, 9995, "10.0.0.2"), begin(app, 5005, "10.0.0.3")];
  await expect.poll(() => post(app, "10.0.0.4")).toBe(503);
  expect((await app.inject("/")).statusCode).toBe(200);
  for (const socket of [first, ...others]) socket.destroy();
  await expect.poll(() => post(app, "10.0.0.1")).toBe(200);
});

test("bodies of any type count, but not those that are read piece by piece", async () => {
  const app = await open({ inAll: 25_000, fromOneNetwork: 10_000 });
  const socket = begin(app, 9995, "10.0.0.1", "multipart/form-data; boundary=x");
  await expect.poll(() => post(app, "10.0.0.1")).toBe(503);
  expect(await post(app, "10.0.0.1", "/file")).toBe(200);
  socket.destroy();
});

test("whoever has an IPv6 /48 may send twice as much as one network, not more", async () => {
  const app = await open({ inAll: 100_000, fromOneNetwork: 10_000 });
  const sockets = [1, 2].map((n) => begin(app, 9999, `2001:db8:1:${n}::1`));
  await expect.poll(() => post(app, "2001:db8:1:3::1")).toBe(503);
  expect(await post(app, "2001:db8:2::1")).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test("a body that does not arrive in time is a 408 and closes its connection", async () => {
  const app = await open({ startMs: 50 });
  expect(await text(begin(app, 100))).toMatch(/^HTTP\/1.1 408 /);
  expect(await post(app, "10.0.0.1")).toBe(200);
});
