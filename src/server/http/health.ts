import type { FastifyInstance } from "fastify";
import { refuse } from "./errors.ts";
import type { Shop } from "../shop.ts";

/** `/healthz` covers only the process; `/readyz` is 200 only if the shop can sell, and names what is missing. */
export function healthRoutes(app: FastifyInstance, shop: Shop): void {
  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const notReady = await shop.notReady();
    if (notReady.length > 0) throw refuse.notReady(notReady);
    return reply.header("cache-control", "no-store").send({ status: "ready" });
  });
}
