import type { FastifyInstance } from "fastify";
import { refuse } from "./errors.ts";
import type { Shop } from "../shop.ts";

/** `/healthz` is the process alone; `/readyz` is 200 only when the shop can sell. */
export function healthRoutes(app: FastifyInstance, shop: Shop): void {
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    if (!(await shop.isReady())) throw refuse.unavailable();
    return reply.header("cache-control", "no-store").send({ status: "ready" });
  });
}
