import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { refuse } from "./errors.ts";
import { HTML_HEADERS, SAFE_HEADERS } from "./safe-headers.ts";

/** Ids of requests: unique over processes and restarts, and cheap. */
export function requestIds(): () => string {
  const prefix = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

/** What holds for every request: its id and safe headers in the answer, a line in the log, and an orderly end. */
export function everyRequest(app: FastifyInstance): void {
  // One log for all, told the id where it matters: making one for each request costs more than the rest of this file.
  app.setChildLoggerFactory((log) => log);
  const underWay = new Set<ServerResponse>();

  app.addHook("onRequest", (request, reply, done) => {
    underWay.add(reply.raw);
    done(refuseControlCharacters(request.url));
  });

  // Cached responses bring theirs.
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.headers(SAFE_HEADERS).header("x-request-id", request.id);
    if (String(reply.getHeader("content-type")).startsWith("text/html")) reply.headers(HTML_HEADERS);
    done();
  });

  app.addHook("onResponse", (request, reply, done) => {
    underWay.delete(reply.raw);
    const { id, method, url } = request;
    logAnswered(app.log, { id, method, url, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });

  app.addHook("preClose", (done) => {
    // Their clients learn that the connection ends with this answer.
    for (const response of underWay) response.shouldKeepAlive = false;
    done();
  });
}

/** For a year browsers ask this shop by https alone. Other names of its domain are not the shop's to speak for. */
export function sayHttpsOnly(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("strict-transport-security", "max-age=31536000");
}

/** The line in the log that each answer gets. */
export function logAnswered(
  log: FastifyBaseLogger,
  answered: { id: string; method: string; url: string; status: number; ms: number },
): void {
  const { id, method, url, status, ms } = answered;
  // The path alone: a query may hold a token.
  log.info({ id, method, path: url.split("?", 1)[0], status, ms: Math.round(ms) }, "answered");
}

const CONTROL = /%(?:[01][0-9a-f]|7f)/i;

/** No path of the shop has control characters, and PostgreSQL cannot hold a NUL, so no query may have one. */
function refuseControlCharacters(address: string): Error | undefined {
  if (!CONTROL.test(address)) return undefined;
  const [path = "", ...query] = address.split("?");
  if (CONTROL.test(path)) return refuse.notFound("This page was");
  return query.some((part) => part.includes("%00")) ? refuse.badInput("address has a NUL character") : undefined;
}
