import { LastKnown } from "#server/cache/last-known.ts";
import type { Shop } from "#server/shop.ts";
import { SETTINGS } from "../settings/shop-settings.ts";
import { connectionsOf, type Connections } from "./connections.ts";
import { readConnections } from "./store.ts";

/** How the shop reaches the services it uses, in memory. */
export function shopConnections({
  config,
  database,
  invalidations,
}: Pick<Shop, "config" | "database" | "invalidations">): LastKnown<Connections> {
  return new LastKnown({
    tag: SETTINGS,
    invalidations,
    first: connectionsOf(config, []),
    read: async () => connectionsOf(config, await readConnections(database.db)),
  });
}
