import type { FastifyReply, FastifyRequest } from "fastify";
import type { KeptAnswer } from "./kept.ts";

/** Sends a kept answer in the best encoding the client takes, or 304 when the client has it already. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, answer: KeptAnswer): FastifyReply {
  const { raw } = reply;
  for (const name in answer.headers) raw.setHeader(name, answer.headers[name]!);
  raw.setHeader("x-content-type-options", "nosniff");
  raw.setHeader("referrer-policy", "strict-origin-when-cross-origin");
  raw.setHeader("x-request-id", request.id);
  reply.hijack();

  const isGet = request.method === "GET" || request.method === "HEAD";
  if (isGet) raw.setHeader("etag", answer.etag);
  raw.setHeader("vary", "accept-encoding");
  if (isGet && request.headers["if-none-match"]?.includes(answer.etag)) {
    raw.writeHead(304).end();
    return reply;
  }
  const encodings = request.headers["accept-encoding"] ?? "";
  let body = answer.identity;
  if (answer.br && encodings.includes("br")) {
    body = answer.br;
    raw.setHeader("content-encoding", "br");
  } else if (answer.gzip && encodings.includes("gzip")) {
    body = answer.gzip;
    raw.setHeader("content-encoding", "gzip");
  }
  raw.setHeader("content-length", body.length);
  raw.writeHead(answer.status);
  raw.end(request.method === "HEAD" ? undefined : body);
  return reply;
}
