import type { Server } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from "prom-client";
import type { Database } from "../db/connect.ts";
import { listenTo, type ShopEvent } from "./events.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const requests = { requests: "despensa_http_requests_total", duration: "despensa_http_request_duration_seconds" } as const;

/** The metrics of this process, in the registry that the primary process collects. */
function makeMetrics() {
  collectDefaultMetrics();
  return {
    requests: new Counter({ name: requests.requests, help: "Responses by route and status", labelNames: ["route", "status"] }),
    duration: new Histogram({ name: requests.duration, help: "Time to respond, by route", labelNames: ["route"], buckets: SECONDS }),
    cache: new Counter({
      name: "despensa_cache_requests_total",
      help: "Cacheable responses, from the cache or computed",
      labelNames: ["result"],
    }),
    emails: new Counter({
      name: "despensa_emails_total",
      help: "Emails the mail server accepted or refused for good, and attempts that failed",
      labelNames: ["result"],
    }),
    stockConflicts: new Counter({
      name: "despensa_stock_conflicts_total",
      help: "Orders and payments refused because too few pieces were left",
    }),
    runnersReplaced: new Counter({
      name: "despensa_job_runners_replaced_total",
      help: "Job runners replaced because they ended or got no reply from the database",
    }),
    streams: new Gauge({ name: "despensa_live_streams", help: "Open live updates" }),
    lostStreams: new Counter({
      name: "despensa_live_streams_lost_total",
      help: "Live updates refused because there were too many, and cut off because their client read too slowly",
      labelNames: ["reason"],
    }),
    reads: new Counter({
      name: "despensa_replica_reads_total",
      help: "Reads that the read replica may answer, by the server that did",
      labelNames: ["by"],
    }),
    search: new Histogram({
      name: "despensa_search_duration_seconds",
      help: "Time of an uncached search in the database",
      buckets: SECONDS,
    }),
  };
}

let metrics: ReturnType<typeof makeMetrics> | undefined;
/** The route that answers each request. Requests without one were answered from the cache before routing. */
const routes = new WeakMap<IncomingMessage, string>();
export const routeOf = (request: IncomingMessage): string => routes.get(request) ?? "cached";

/** Starts measuring this web process. */
export function measureProcess({ pool }: Database): void {
  metrics ??= makeMetrics();
  const { cache, emails, stockConflicts, runnersReplaced, streams, lostStreams, reads, search } = metrics;
  // From the start, because Prometheus sees no increase in a number that wasn't there before.
  for (const result of ["sent", "failed", "refused"]) emails.inc({ result }, 0);
  const heard: Record<ShopEvent, (seconds: number) => void> = {
    "cache-hit": () => cache.inc({ result: "hit" }),
    "cache-miss": () => cache.inc({ result: "miss" }),
    "email-sent": () => emails.inc({ result: "sent" }),
    "email-failed": () => emails.inc({ result: "failed" }),
    "email-refused": () => emails.inc({ result: "refused" }),
    "stock-conflict": () => stockConflicts.inc(),
    "runner-replaced": () => runnersReplaced.inc(),
    "stream-opened": () => streams.inc(),
    "stream-closed": () => streams.dec(),
    "stream-refused": () => lostStreams.inc({ reason: "limit" }),
    "stream-cut": () => lostStreams.inc({ reason: "slow" }),
    "read-standby": () => reads.inc({ by: "standby" }),
    "read-primary": () => reads.inc({ by: "primary" }),
    search: (seconds) => search.observe(seconds),
  };
  listenTo((event, seconds) => heard[event](seconds));
  register.removeSingleMetric(POOL);
  new Gauge({
    name: POOL,
    help: "Database connections of the web processes, and requests waiting for one",
    labelNames: ["state"],
    collect() {
      this.set({ state: "busy" }, pool.totalCount - pool.idleCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
}

const POOL = "despensa_database_pool";

/** Measures every response of a server, those from the cache too. */
export function measureServer(server: Server): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const begun = performance.now();
    response.once("close", () => {
      const route = routeOf(request);
      metrics?.requests.inc({ route, status: response.writableFinished ? String(response.statusCode) : "aborted" });
      // Live updates last as long as someone listens.
      const isStream = String(response.getHeader("content-type")).startsWith("text/event-stream");
      if (!isStream) metrics?.duration.observe({ route }, (performance.now() - begun) / 1000);
    });
  });
}

/** Tells {@link measureServer} and traces which route answers a request. */
export function nameRoutes(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { url } = request.routeOptions;
    routes.set(request.raw, request.is404 || url === undefined ? "none" : url === "/*" ? "page" : url);
    done();
  });
}

/** The metrics of this process in Prometheus' format. */
export const metricsOfProcess = (): Promise<string> => register.metrics();
