import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Encoded, CachedResponse } from "./response-cache.ts";

/** Sends a cached response past Fastify's reply pipeline: this is the shop's hottest path. */
export function replyCached(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse): FastifyReply {
  reply.hijack();
  sendCached(request.raw, reply.raw, request.id, cached);
  return reply;
}

/** Sends a cached response in the best encoding the client accepts, or 304 when the client has it already. */
export function sendCached(request: IncomingMessage, response: ServerResponse, requestId: string, cached: CachedResponse): void {
  const { method, headers } = request;
  const { body, head } = encodedFor(headers["accept-encoding"], cached);
  const whole = [...head, "x-request-id", requestId];
  if (method !== "GET" && method !== "HEAD") {
    response.writeHead(cached.status, whole).end(body);
    return;
  }
  whole.push("etag", cached.etag);
  const isKnown = headers["if-none-match"]?.includes(cached.etag) === true;
  response.writeHead(isKnown ? 304 : cached.status, whole);
  response.end(isKnown || method === "HEAD" ? undefined : body);
}

/** An accepted encoding; `br;q=0` means not accepted. */
const BR = /(?:^|[\s,])br(?=[\s,;]|$)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const GZIP = /(?:^|[\s,])gzip(?=[\s,;]|$)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** Whether the client accepts Brotli. @param header its `accept-encoding` */
export const takesBrotli = (header: string | string[] = "") => BR.test(String(header));

function encodedFor(header: string | string[] | undefined, cached: CachedResponse): Encoded {
  if (takesBrotli(header)) return cached.br;
  return GZIP.test(String(header)) ? cached.gzip : cached.identity;
}
