import type { FastifyInstance, FastifyReply } from "fastify";
import { refuse } from "./errors.ts";
import type { Shop } from "../shop.ts";

const say = (reply: FastifyReply, status: string) => reply.header("cache-control", "no-store").send({ status });

/**
 * `/healthz` covers only the process; `/readyz` is 200 only if the shop can sell, and names what is missing. `/servez` says whether to send
 * requests here: once the process was ready, until it leaves, because without a database it still serves cached pages.
 */
export function healthRoutes(app: FastifyInstance, shop: Shop): void {
  let wasReady = false;
  const checkReady = async () => {
    const notReady = await shop.notReady();
    if (notReady.length > 0) throw refuse.notReady(notReady);
    wasReady = true;
  };
  app.get("/healthz", async (_request, reply) => say(reply, "ok"));
  app.get("/readyz", async (_request, reply) => {
    await checkReady();
    return say(reply, "ready");
  });
  app.get("/servez", async (_request, reply) => {
    if (!wasReady || shop.drain.isOn) await checkReady();
    return say(reply, "serving");
  });
}
