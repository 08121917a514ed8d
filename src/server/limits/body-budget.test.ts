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

const post = async (app: FastifyInstance, ip: string, { url = "/", length = 10 } = {}) =>
  (await app.inject({ method: "POST", url, payload: "a".repeat(length), headers: { "x-forwarded-for": ip } })).statusCode;

/** Waits until a network that may send 10,000 bytes has announced `sent`. */
const untilAnnounced = (app: FastifyInstance, ip: string, sent: number) =>
  expect.poll(() => post(app, ip, { length: 10_001 - sent })).toBe(503);

test("half-sent bodies are limited in memory, per network and in total", async () => {
  const app = await open({ inAll: 25_000, fromOneNetwork: 10_000 });
  const first = begin(app, 9995);
  await expect.poll(() => post(app, "10.0.0.1")).toBe(503);
  expect(await post(app, "10.0.0.2")).toBe(200);
  const others = ["10.0.0.2", "10.0.0.3"].map((ip) => begin(app, 5000, ip));
  for (const ip of ["10.0.0.2", "10.0.0.3"]) await untilAnnounced(app, ip, 5000);
  // As much as the others send, which is more than fits.
  expect(await post(app, "10.0.0.4", { length: 9995 })).toBe(503);
  expect((await app.inject("/")).statusCode).toBe(200);
  for (const socket of [first, ...others]) socket.destroy();
  await expect.poll(() => post(app, "10.0.0.1")).toBe(200);
});

test("half-sent bodies of a few keep nobody else out: the oldest of whoever sends most is given up", async () => {
  const app = await open({ inAll: 25_000, fromOneNetwork: 10_000 });
  const older = begin(app, 4000, "10.0.0.1");
  await untilAnnounced(app, "10.0.0.1", 4000);
  const newer = [begin(app, 5000, "10.0.0.1"), begin(app, 8000, "10.0.0.2"), begin(app, 7995, "10.0.0.3")];
  await untilAnnounced(app, "10.0.0.1", 9000);
  await untilAnnounced(app, "10.0.0.2", 8000);
  await untilAnnounced(app, "10.0.0.3", 7995);
  expect(await post(app, "10.0.0.4")).toBe(200);
  expect(await text(older)).toMatch(/^HTTP\/1.1 408 /);
  expect(newer.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
  for (const socket of newer) socket.destroy();
});

test("a body that is refused all the same costs nobody theirs", async () => {
  const app = await open({ inAll: 25_000, fromOneNetwork: 10_000 });
  const older = begin(app, 4500, "10.0.0.1");
  await untilAnnounced(app, "10.0.0.1", 4500);
  const sockets = [older, begin(app, 4500, "10.0.0.1"), begin(app, 8000, "10.0.0.2"), begin(app, 7995, "10.0.0.3")];
  await untilAnnounced(app, "10.0.0.1", 9000);
  await untilAnnounced(app, "10.0.0.2", 8000);
  await untilAnnounced(app, "10.0.0.3", 7995);
  expect(await post(app, "10.0.0.4", { length: 8500 })).toBe(503);
  await untilAnnounced(app, "10.0.0.1", 9000);
  for (const socket of sockets) socket.destroy();
});

test("of an IPv6 /48, in which many send little, no body is given up before those of an address that sends more than any of them", async () => {
  const app = await open({ inAll: 25_000, fromOneNetwork: 10_000, startMs: 600_000 });
  const many = [1, 2, 3, 4].map((n) => begin(app, 3750, `2001:db8:1:${n}::1`));
  for (const n of [1, 2, 3, 4]) await untilAnnounced(app, `2001:db8:1:${n}::1`, 3750);
  const most = begin(app, 9995, "10.0.0.1");
  await untilAnnounced(app, "10.0.0.1", 9995);
  expect(await post(app, "10.0.0.2")).toBe(200);
  expect(await text(most)).toMatch(/^HTTP\/1.1 408 /);
  for (const socket of many) socket.destroy();
});

test("bodies of any type count, but not those that are read piece by piece", async () => {
  const app = await open({ inAll: 25_000, fromOneNetwork: 10_000 });
  const socket = begin(app, 9995, "10.0.0.1", "multipart/form-data; boundary=x");
  await expect.poll(() => post(app, "10.0.0.1")).toBe(503);
  expect(await post(app, "10.0.0.1", { url: "/file" })).toBe(200);
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
