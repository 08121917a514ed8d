import { LastKnown } from "#server/cache/last-known.ts";
import type { Shop } from "#server/shop.ts";
import { SETTINGS } from "../settings/shop-settings.ts";
import { connectionsOf, type Connections } from "./connections.ts";
import { SERVICES } from "./contract.ts";
import { readConnections } from "./store.ts";

/** How the shop reaches the services it uses, in memory. */
export function shopConnections({
  config,
  database,
  invalidations,
  log,
}: Pick<Shop, "config" | "database" | "invalidations" | "log">): LastKnown<Connections> {
  return new LastKnown({
    tag: SETTINGS,
    invalidations,
    // Until they have been read, no stand-in may replace them.
    first: connectionsOf(
      config,
      SERVICES.map((service) => ({ service, sealed: "", changedAt: new Date(0) })),
    ),
    async read() {
      const read = connectionsOf(config, await readConnections(database.db));
      const { unreadable } = read.payments;
      if (unreadable.length > 0)
        log.error(
          { providers: unreadable },
          "payments are refused: the provider's keys were encrypted with another SETTINGS_KEY; enter them again",
        );
      return read;
    },
  });
}
