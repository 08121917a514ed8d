import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Endpoint } from "#shared/endpoint.ts";
import { t } from "#words/t.ts";
import { refuse } from "./errors.ts";
import type { InProcess } from "../render/in-process.ts";

/**
 * Responds to unknown calls before reading a body: 405 if the path exists with other methods, else 404. OPTIONS lists the methods,
 * but allows nothing to other origins (API-33).
 */
export function refuseUnknownCalls(app: FastifyInstance, inProcess: InProcess): void {
  app.route({
    method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
    url: "/api/*",
    onRequest: async (request, reply) => {
      const allowed = methodsOf(pathOf(request), inProcess.endpoints());
      if (allowed.length === 0) throw refuse.notFound(t("This call was not found"));
      if (request.method !== "OPTIONS") throw refuse.wrongMethod(allowed);
      return reply.code(204).header("allow", allowed.join(", ")).send();
    },
    handler: async () => {
      throw refuse.notFound(t("This call was not found"));
    },
  });
  app.setNotFoundHandler(async () => {
    throw refuse.notFound(t("This page was not found"));
  });
}

/** Without trailing slashes. A regular expression would take time by the square of the slashes. */
function pathOf({ url }: FastifyRequest): string {
  const path = url.split("?", 1)[0]!;
  let end = path.length;
  while (path[end - 1] === "/") end--;
  return path.slice(0, end);
}

/** The methods that a path has. */
function methodsOf(path: string, endpoints: readonly Endpoint[]): string[] {
  const parts = path.split("/");
  const here = endpoints.filter((endpoint) => {
    const pattern = endpoint.path.split("/");
    return pattern.length === parts.length && pattern.every((part, i) => part.startsWith(":") || part === parts[i]);
  });
  return [...new Set(here.map(({ method }) => method))].sort();
}
