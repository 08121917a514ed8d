import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { routeOf } from "../metrics/web-metrics.ts";
import { begin, end, enter, SPAN_KIND, type Caller } from "./spans.ts";

/** Traces every request of a server, those that the cache answers too. */
export function traceServer(server: Server): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const method = request.method ?? "";
    const span = begin(SPAN_KIND.server, method, { "http.request.method": method }, readCaller(request.headers["traceparent"]));
    // Even if it is undefined, so that a request doesn't become part of the previous one on its connection.
    enter(span);
    if (!span) return;
    response.once("close", () => {
      // The route only: paths may hold order numbers and words that people searched for.
      const route = routeOf(request);
      span.name = `${method} ${route}`;
      span.attributes["http.route"] = route;
      span.attributes["http.response.status_code"] = response.statusCode;
      span.hasFailed = response.statusCode >= 500 || !response.writableFinished;
      end(span);
    });
  });
}

/** Reads a header as W3C Trace Context defines it. */
function readCaller(header: string | string[] | undefined): Caller | undefined {
  const [, traceId, id, flags] = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/.exec(String(header)) ?? [];
  if (!traceId || !id || !flags || /^0+$/.test(traceId) || /^0+$/.test(id)) return undefined;
  return { traceId, id, isTraced: (Number.parseInt(flags, 16) & 1) === 1 };
}
