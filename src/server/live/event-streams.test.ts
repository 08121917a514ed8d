import { connect, type AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { Drain } from "../http/drain.ts";
import { EventStreams, eventText, type EventStream } from "./event-streams.ts";
import type { Config } from "../settings/config.ts";

const drain = new Drain();
const app = fastify({ forceCloseConnections: true });
const streams = new EventStreams(app, { config: { rateLimit: true } as Config, drain }, { most: 10, mostOfOne: 10 });
let latest: EventStream | undefined;
app.get("/", async (request, reply) => {
  latest = streams.open(request, reply, [["someone", 1]]);
});
const url = await app.listen({ port: 0, host: "127.0.0.1" });
afterAll(() => app.close());

test("the processes of a machine divide what one network or person may open", async () => {
  const shared = fastify({ forceCloseConnections: true });
  const half = new EventStreams(shared, { config: { rateLimit: true, workers: 2 } as Config, drain }, { most: 10, mostOfOne: 5 });
  shared.get("/", async (request, reply) => void half.open(request, reply, [["someone", 1]]));
  const address = await shared.listen({ port: 0, host: "127.0.0.1" });
  const leaving = new AbortController();
  const responses = [];
  for (let n = 0; n < 4; n++) responses.push(await fetch(address, { signal: leaving.signal }));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 503]);
  leaving.abort();
  await shared.close();
});

const EVENT = eventText("much", "x".repeat(16 * 1024));
/** More than all buffers between a server and a client hold together. */
const MANY = 4000;

test("a client that does not read is cut off; one that reads gets everything", async () => {
  const deaf = connect((app.server.address() as AddressInfo).port, "127.0.0.1").pause();
  deaf.on("error", () => {}).write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await expect.poll(() => streams.size).toBe(1);
  const toDeaf = latest!;
  let sent = 0;
  while (toDeaf.isOpen && sent++ < MANY) {
    toDeaf.write(EVENT);
    await nextTurn();
  }
  expect(toDeaf.isOpen).toBe(false);
  await expect.poll(() => streams.size).toBe(0);
  deaf.destroy();

  const response = await fetch(url);
  const reading = response.text();
  const toReader = latest!;
  for (let n = 0; n < 20; n++) {
    toReader.write(EVENT);
    await nextTurn();
    await nextTurn();
  }
  toReader.end();
  expect((await reading).match(/event: much/g)).toHaveLength(20);
});

test("a process that shuts down opens no more streams", async () => {
  drain.begin();
  expect((await fetch(url)).status).toBe(503);
});
