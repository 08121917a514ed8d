// Holds open streams in its own process, and reports when they heard of a change. On raw sockets, to cost less than what it measures.
import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface Listening {
  port: number;
  streams: number;
  /** The raw request that opens a stream. */
  request: string;
}

/** How many streams have heard an event with this text, and when (ms since the epoch) each did. */
export interface Heard {
  text: string;
  at: number[];
}

/** Connections opened at a time. */
const AT_ONCE = 100;
const OPEN_WITHIN_MS = 120_000;

const sockets: Socket[] = [];
let awaited = "";
/** Counts the changes, since the text of each is alike. */
let change = 0;
let at: number[] = [];
let hasAll: () => void = () => {};

process.on("message", (message: Listening | { text: string; withinMs: number }) => {
  if ("port" in message) void open(message).then(() => process.send!("open"));
  else void hear(message.text, message.withinMs).then(() => process.send!({ text: message.text, at } satisfies Heard));
});
process.on("disconnect", () => process.exit(0));

async function open({ port, streams, request }: Listening): Promise<void> {
  const end = Date.now() + OPEN_WITHIN_MS;
  while (sockets.length < streams && Date.now() < end) {
    const some = Math.min(AT_ONCE, streams - sockets.length);
    // oxlint-disable-next-line no-await-in-loop -- a backlog would refuse more
    sockets.push(...(await Promise.all(Array.from({ length: some }, () => openOne(port, request)))));
  }
}

async function openOne(port: number, request: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(request);
  // The head, and with it or after it what is watched.
  const [head] = (await once(socket, "data")) as [Buffer];
  if (!head.toString("latin1").startsWith("HTTP/1.1 200")) throw new Error(head.toString("latin1"));
  let heard = change;
  socket.on("data", (chunk: Buffer) => {
    if (!awaited || heard === change || !chunk.includes(awaited)) return;
    heard = change;
    at.push(Date.now());
    if (at.length === sockets.length) hasAll();
  });
  return socket;
}

async function hear(text: string, withinMs: number): Promise<void> {
  at = [];
  awaited = text;
  change++;
  process.send!("ready");
  await new Promise<void>((resolve) => {
    hasAll = resolve;
    setTimeout(resolve, withinMs);
  });
  awaited = "";
}
