import type { FastifyRequest } from "fastify";
import type { Shop } from "../shop.ts";
import type { CachedResponse, Fresh } from "./response-cache.ts";

/**
 * The cached response, or a fresh one in turn. Its reads may be answered by the read replica, unless the request has a login: people
 * who change something then see it wherever they look.
 * @throws Refusal as `LoadShedding.inTurn`
 */
export function respondCached(
  { cache, database, shedding }: Pick<Shop, "cache" | "database" | "shedding">,
  key: string,
  request: FastifyRequest,
  work: () => Promise<Fresh>,
): Promise<CachedResponse> {
  const { standby } = database;
  const mayBeBehind = standby && request.headers.authorization === undefined;
  return shedding.respond(cache, key, request, mayBeBehind ? () => standby.allow(work) : work);
}
