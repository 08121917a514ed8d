import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { limitConnections, SERVER_TIMEOUTS } from "./connections.ts";
import { refuseUnreadable, takeTime } from "../http/unreadable.ts";

const LARGE = Buffer.alloc(64 * 1024 * 1024);

async function open(
  options: Partial<Parameters<typeof limitConnections>[1]>,
  settings: Partial<typeof SERVER_TIMEOUTS> = {},
): Promise<Server> {
  const server = createServer({ ...SERVER_TIMEOUTS, ...settings }, (request, response) => {
    response.end(request.url === "/large" ? LARGE : "small");
  });
  limitConnections(server, { log: pino({ level: "silent" }), behindProxy: false, isLimited: true, ...options });
  await once(server.listen(0, "127.0.0.1"), "listening");
  afterAll(() => server.close().closeAllConnections());
  return server;
}

async function client(server: Server, text = ""): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  await once(socket, "connect");
  if (text) socket.write(text);
  return socket;
}

const count = (server: Server) => new Promise<number>((resolve) => server.getConnections((_error, number) => resolve(number)));
/** The beginning of a request with three bytes. */
const POST = (path: string) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\na`;
const told = async (socket: Socket) => String((await once(socket, "data"))[0]);
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

test("a client that does not read its response is disconnected", async () => {
  const server = await open({ silentMs: 200 });
  const socket = await client(server, GET("/large"));
  await expect.poll(() => count(server)).toBe(1);
  await expect.poll(() => count(server)).toBe(0);
  socket.destroy();
});

test("a client that reads byte by byte is disconnected, a slow but steady one is not", async () => {
  const server = await open({ readWithinMs: 300, lookEveryMs: 50 });
  const socket = await client(server, GET("/large"));
  const reading = setInterval(() => socket.read(1000), 20);
  socket.pause();
  await expect.poll(() => count(server)).toBe(1);
  await expect.poll(() => count(server)).toBe(0);
  clearInterval(reading);
  const small = await client(server, GET("/small"));
  const [answer] = await once(small, "data");
  expect(String(answer)).toContain("small");
  small.destroy();
});

test("a client that sends its headers slowly, or nothing at all, is disconnected", async () => {
  const server = await open({}, { headersTimeout: 200, connectionsCheckingInterval: 50 });
  const sockets = [await client(server), await client(server, "GET / HTTP/1.1\r\nhost: x\r\n")];
  const closed = sockets.map((socket) => once(socket.resume(), "close"));
  await Promise.all(closed);
});

test("a large file may arrive slowly, and only then", async () => {
  const server = await open({}, { requestTimeout: 300, headersTimeout: 200, connectionsCheckingInterval: 20 });
  const timeouts: string[] = [];
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    timeouts.push(error.code ?? "");
    refuseUnreadable({ code: error.code ?? "" }, socket);
  });
  server.removeAllListeners("request").on("request", (request, response) => {
    if (request.url === "/large-file") takeTime(request);
    request.resume().once("end", () => response.end("all of it"));
  });
  const socket = await client(server, POST("/large-file"));
  await expect.poll(() => timeouts).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
  socket.write("bc");
  expect(await told(socket)).toContain("all of it");
  // The next request on the same connection has no more time than others.
  socket.write(POST("/small-file"));
  expect(await told(socket)).toContain("408");
  expect(timeouts).toHaveLength(2);
  socket.destroy();
});

test("a large file that has arrived may be read for longer than a connection may be silent", async () => {
  const server = await open({ silentMs: 200 });
  server.removeAllListeners("request").on("request", (request, response) => {
    if (request.url === "/large-file") takeTime(request);
    request.resume().once("end", () => setTimeout(() => response.end("read"), 600));
  });
  const socket = await client(server, `${POST("/large-file")}bc`);
  expect(await told(socket)).toContain("read");
  // The next request on the same connection has no more time than others.
  socket.write(`${POST("/small-file")}bc`);
  await once(socket.resume(), "close");
  // Neither does a file that stops arriving.
  await once((await client(server, POST("/large-file"))).resume(), "close");
});

test("a large file may arrive in parts that take longer to read than a connection may be silent", async () => {
  const server = await open({ silentMs: 200 });
  server.removeAllListeners("request").on("request", (request, response) => {
    takeTime(request);
    request.once("data", () => {
      request.pause();
      setTimeout(() => request.resume(), 600);
    });
    request.once("end", () => response.end("read"));
  });
  const socket = await client(server, `${POST("/large-file")}b`);
  setTimeout(() => socket.write("c"), 700);
  expect(await told(socket)).toContain("read");
  // All of it may be there before it is read, too.
  expect(await told(await client(server, `${POST("/large-file")}bc`))).toContain("read");
  // Once the shop waits for more, the client may not be silent.
  await once((await client(server, `${POST("/large-file")}b`)).resume(), "close");
});

test("connections per network are limited, and free up when others close", async () => {
  const server = await open({ fromOneNetwork: 2 });
  const held = [await client(server), await client(server)];
  const third = await client(server);
  await once(third.resume(), "close");
  held[0]!.destroy();
  await expect.poll(() => count(server)).toBe(1);
  const fourth = await client(server, GET("/small"));
  expect(String((await once(fourth, "data"))[0])).toContain("small");
  for (const socket of [...held, fourth]) socket.destroy();
});

test("RATE_LIMIT=off lifts the limit on connections", async () => {
  const server = await open({ fromOneNetwork: 1, isLimited: false });
  const sockets = [await client(server, GET("/small")), await client(server, GET("/small"))];
  for (const socket of sockets) {
    expect(String((await once(socket, "data"))[0])).toContain("small");
    socket.destroy();
  }
});

test("a proxy's connections do not count as one network", async () => {
  const server = await open({ fromOneNetwork: 1, behindProxy: true });
  const sockets = [await client(server, GET("/small")), await client(server, GET("/small"))];
  for (const socket of sockets) {
    expect(String((await once(socket, "data"))[0])).toContain("small");
    socket.destroy();
  }
});
