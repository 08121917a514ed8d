import type { FastifyRequest } from "fastify";
import type { Shop } from "../shop.ts";
import type { CachedResponse, Fresh } from "./response-cache.ts";

/**
 * The cached response, or a fresh one from the queue. The read replica may answer its reads, unless the request has a login: people who
 * change something must see the change everywhere.
 * @throws Refusal as `LoadShedding.queueUncached`
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
