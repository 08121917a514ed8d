import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { t } from "#words/t.ts";
import { ANSWERED } from "../log.ts";
import type { Drain } from "./drain.ts";
import { refuse } from "./errors.ts";
import { networkOf } from "../limits/networks.ts";
import { HTML_HEADERS, SAFE_HEADERS } from "./safe-headers.ts";

/** Creates request ids that are cheap, and unique across processes and restarts. */
export function requestIds(): () => string {
  const prefix = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${prefix}-${(++count).toString(36)}`;
}

/** Adds to every request: an id, safe headers, a log line, and a clean shutdown. */
export function everyRequest(app: FastifyInstance, drain: Drain): void {
  // One log for all requests: a child logger for each costs more than the rest of this file.
  app.setChildLoggerFactory((log) => log);

  app.addHook("onRequest", (request, reply, done) => {
    drain.add(reply.raw);
    done(refuseControlCharacters(request.url));
  });

  // Cached responses already have them.
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.headers(SAFE_HEADERS).header("x-request-id", request.id);
    if (String(reply.getHeader("content-type")).startsWith("text/html")) reply.headers(HTML_HEADERS);
    done();
  });

  app.addHook("onResponse", (request, reply, done) => {
    drain.remove(reply.raw);
    const { id, method, url } = request;
    const status = reply.statusCode;
    const who = IS_SUSPICIOUS.has(status) ? { userId: request.visitor?.userId, network: networkOf(request.ip) } : {};
    logAnswered(app.log, { id, method, url, status, ms: reply.elapsedTime, ...who });
    done();
  });
}

/** Tells browsers to use only https for a year. Subdomains are left out, as they may not belong to the shop. */
export function sayHttpsOnly(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("strict-transport-security", "max-age=31536000");
}

/** Refusals of access and by limits: the log says who was refused. */
const IS_SUSPICIOUS = new Set([401, 403, 413, 429]);
/** Longest path in the log, in characters. */
const LOGGED_PATH = 200;

interface Answered {
  id: string;
  method: string;
  url: string;
  status: number;
  ms: number;
  userId?: string | undefined;
  network?: string;
}

/** Logs one line per response. */
export function logAnswered(log: FastifyBaseLogger, { id, method, url, status, ms, ...who }: Answered): void {
  // Without the query, which may hold a token.
  const path = url.split("?", 1)[0]!.slice(0, LOGGED_PATH);
  log.info({ id, method, path, status, ms: Math.round(ms), ...who }, ANSWERED);
}

const CONTROL = /%(?:[01][0-9a-f]|7f)/i;

/** No path contains control characters, and PostgreSQL can't store NUL, so they are refused in queries too. */
function refuseControlCharacters(address: string): Error | undefined {
  if (!CONTROL.test(address)) return undefined;
  const [path = "", ...query] = address.split("?");
  if (CONTROL.test(path)) return refuse.notFound(t("This page was not found"));
  return query.some((part) => part.includes("%00")) ? refuse.badInput(t("address has a NUL character")) : undefined;
}
