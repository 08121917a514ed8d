import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Encoded, KeptAnswer } from "./kept.ts";

/** Sends a kept answer past Fastify's own way of sending, since this is what the shop does most. */
export function replyKept(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  reply.hijack();
  sendKept(request.raw, reply.raw, request.id, answer);
  return reply;
}

/** Sends a kept answer in the best encoding the client takes, or 304 when the client has it already. */
export function sendKept(request: IncomingMessage, response: ServerResponse, requestId: string, answer: KeptAnswer): void {
  const { method, headers } = request;
  const { body, head } = encodedFor(headers["accept-encoding"], answer);
  const whole = [...head, "x-request-id", requestId];
  if (method !== "GET" && method !== "HEAD") {
    response.writeHead(answer.status, whole).end(body);
    return;
  }
  whole.push("etag", answer.etag);
  const isKnown = headers["if-none-match"]?.includes(answer.etag) === true;
  response.writeHead(isKnown ? 304 : answer.status, whole);
  response.end(isKnown || method === "HEAD" ? undefined : body);
}

/** An encoding among those that are taken: "br;q=0" says that it is not. */
const BR = /(?:^|[\s,])br(?=[\s,;]|$)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const GZIP = /(?:^|[\s,])gzip(?=[\s,;]|$)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

function encodedFor(accepted: string | string[] = "", answer: KeptAnswer): Encoded {
  const taken = String(accepted);
  if (BR.test(taken)) return answer.br;
  return GZIP.test(taken) ? answer.gzip : answer.identity;
}
