import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Faults } from "./faults.ts";

/** Faults for tests: `POST /faults` sets one, `DELETE /faults` clears all. Requires the merchant's credentials. */
export function faultRoutes(app: FastifyInstance, faults: Faults, isMerchant: (request: FastifyRequest) => boolean): void {
  app.register(async (scope) => {
    scope.addHook("onRequest", async (request, reply) => {
      if (!isMerchant(request)) return reply.code(401).send({ message: "Faults are set with the merchant's credentials" });
      return undefined;
    });
    scope.post("/faults", async (request, reply) => reply.code(201).send(await faults.set(request.body)));
    scope.delete("/faults", async (_request, reply) => {
      await faults.clear();
      return reply.code(204).send();
    });
  });
}
