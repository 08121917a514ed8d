import cluster from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { AggregatorRegistry, register } from "prom-client";
import { StartError } from "../settings/start-error.ts";

export interface MetricsAddress {
  port: number;
  host: string;
}

/**
 * Serves `/metrics` on a port of its own: the sum over the web processes of this machine, and what `readShop` reads.
 * @returns a function that ends it
 */
export async function serveMetrics(
  { port, host }: MetricsAddress,
  readShop: () => Promise<string>,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  // Also in the web processes, where it answers the primary's questions.
  const all = new AggregatorRegistry();
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    Promise.all([hasWorkers() ? all.clusterMetrics() : register.metrics(), readShop()]).then(
      (parts) => response.writeHead(200, { "content-type": register.contentType }).end(parts.join("\n")),
      (error: unknown) => {
        log.warn({ err: error }, "the metrics could not be read");
        response.writeHead(503).end();
      },
    );
  });
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new StartError(`METRICS_PORT cannot be used: ${(error as Error).message}. Set it, or METRICS_HOST, to another one.`);
  }
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

const hasWorkers = () => Object.keys(cluster.workers ?? {}).length > 0;

/** Lets a web process answer the primary's questions. */
export const answerPrimary = (): void => void (cluster.isWorker && new AggregatorRegistry());
