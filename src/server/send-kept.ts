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

function encodedFor(accepted: string | string[] | undefined, answer: KeptAnswer): Encoded {
  if (accepted?.includes("br")) return answer.br;
  return accepted?.includes("gzip") ? answer.gzip : answer.identity;
}
