import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import { refuse } from "./errors.ts";
import type { InProcess } from "../render/in-process.ts";

/**
 * Answers what no call answers, before a body is read: 405 where the path exists with other methods, else 404. OPTIONS
 * names the methods; it allows no foreign origin anything (API-33).
 */
export function refuseUnknownCalls(app: FastifyInstance, inProcess: InProcess): void {
  app.route({
    method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    url: "/api/*",
    onRequest: async (request, reply) => {
      const allowed = methodsOf(pathOf(request), inProcess.endpoints());
      if (allowed.length === 0) throw refuse.notFound("This call was");
      if (request.method !== "OPTIONS") throw refuse.wrongMethod(allowed);
      return reply.code(204).header("allow", allowed.join(", ")).send();
    },
    handler: async () => {
      throw refuse.notFound("This call was");
    },
  });
  app.setNotFoundHandler(async () => {
    throw refuse.notFound("This page was");
  });
}

const pathOf = (request: FastifyRequest) => request.url.split("?", 1)[0]!.replace(/\/+$/, "");

/** The methods that answer under a path. */
function methodsOf(path: string, endpoints: readonly Endpoint[]): string[] {
  const parts = path.split("/");
  const here = endpoints.filter((endpoint) => {
    const pattern = endpoint.path.split("/");
    return pattern.length === parts.length && pattern.every((part, i) => part.startsWith(":") || part === parts[i]);
  });
  return [...new Set(here.map(({ method }) => method))].sort();
}
