import { STATUS_CODES, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import { SAFE_HEADERS } from "./safe-headers.ts";

const envelope = (message: string) => JSON.stringify({ success: false, error: true, message });
const HEADERS = { "content-type": "application/json; charset=utf-8", ...SAFE_HEADERS };

/** Refuses a URL that can't be decoded, which never reaches a route. */
export function refuseAddress(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(400, HEADERS).end(envelope("This address is not valid"));
}

const CONTROL = /\p{Cc}/u;

/**
 * Reads a browser's address literally if it can't be decoded or has control characters: it is then an unknown page like any other, with the
 * shop's own 404. Calls are refused as JSON.
 */
export function readLiterally(others: RequestListener): RequestListener {
  return (request, response) => {
    const { url = "", headers } = request;
    if (url.includes("%") && !url.startsWith("/api/") && headers.accept?.includes("text/html")) request.url = literal(url);
    others(request, response);
  };
}

function literal(address: string): string {
  const [path = "", ...query] = address.split("?");
  // PostgreSQL can't store NUL, so nothing is found by it.
  return [isReadable(path) ? path : path.replaceAll("%", "%25"), ...query.map((part) => part.replaceAll("%00", ""))].join("?");
}

function isReadable(path: string): boolean {
  try {
    return !CONTROL.test(decodeURIComponent(path));
  } catch {
    return false; // not UTF-8
  }
}

/** Node takes the first host of several, a proxy may take the last. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts++;
  }
  return hosts > 1;
}

/** Refuses a request with several hosts, as RFC 9112 demands. */
export function refuseHosts(response: ServerResponse): void {
  response.writeHead(400, { ...HEADERS, connection: "close" }).end(envelope("The request is not valid"));
}

const STATUS_OF: Partial<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Connections on which a large file is arriving. */
const patient = new WeakSet<Socket>();

/**
 * Lets a request arrive for as long as its client keeps sending: a large file takes longer than `requestTimeout` on most connections. While
 * the shop is busy with what has arrived, the connection may be silent: a workbook of a million rows takes minutes on a slow machine, and so
 * do a few kilobytes that unpack to as many.
 */
export function takeTime(request: IncomingMessage): void {
  const { socket } = request;
  // An injected request, as in tests, has no connection.
  if (!(socket instanceof Socket)) return;
  patient.add(socket);
  const { timeout: silentMs } = socket;
  socket.setTimeout(0);
  /** How much had arrived at the last look, if the shop was waiting for more. */
  let arrived: number | undefined;
  const look = () => {
    const isWaiting = !request.complete && !request.isPaused();
    if (isWaiting && socket.bytesRead === arrived) socket.destroy();
    arrived = isWaiting ? socket.bytesRead : undefined;
  };
  const timer = silentMs ? setInterval(look, silentMs).unref() : undefined;
  request.once("close", () => {
    clearInterval(timer);
    patient.delete(socket);
  });
}

/** Refuses a malformed or slow request, and closes its connection. */
export function refuseUnreadable({ code }: { code: string }, socket: Socket): void {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT" && patient.has(socket)) return;
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF[code] ?? 400;
  const body = envelope(status === 408 ? "The request took too long" : "The request is not valid");
  const headers = { ...HEADERS, "content-length": body.length, connection: "close" };
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  socket.end([...lines, "", body].join("\r\n"), () => socket.destroy());
}
