import type { FastifyInstance } from "fastify";
import { refuse } from "./errors.ts";
import type { Shop } from "../shop.ts";

/** `/healthz` covers only the process; `/readyz` is 200 only if the shop can sell. */
export function healthRoutes(app: FastifyInstance, shop: Shop): void {
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    if (!(await shop.isReady())) throw refuse.unavailable();
    return reply.header("cache-control", "no-store").send({ status: "ready" });
  });
}
