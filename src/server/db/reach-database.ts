import { existsSync } from "node:fs";
import type { Config } from "../settings/config.ts";
import { StartError } from "../settings/start-error.ts";
import { findInstallation } from "./embedded/installation.ts";
import { reachEmbedded } from "./embedded/start-embedded.ts";
import { readConnection, type Connection } from "./hosts.ts";

type Addresses = Pick<Config, "databaseUrl" | "databaseDirectUrl" | "databaseReadUrl">;

/** How to connect to the database: requests may be served through a transaction pooler, but what needs a session of its own may not. */
export interface Connections {
  serving: Connection;
  direct: Connection;
  /** A standby that may answer what is the same for everyone. */
  reading?: Connection;
  /** Whether the two differ, so that requests may be served through a transaction pooler. */
  isPooled: boolean;
}

/** The connections of the settings; undefined: the embedded database. */
export function readConnections({ databaseUrl, databaseDirectUrl = databaseUrl, databaseReadUrl }: Addresses): Connections | undefined {
  if (!databaseUrl || !databaseDirectUrl) return undefined;
  return {
    serving: readConnection(databaseUrl),
    direct: readConnection(databaseDirectUrl),
    ...(databaseReadUrl && { reading: readConnection(databaseReadUrl) }),
    isPooled: databaseDirectUrl !== databaseUrl,
  };
}

export const noShopIn = (dataDir: string): StartError =>
  new StartError(`There is no shop in DATA_DIR ${dataDir}. Set DATA_DIR or DATABASE_URL as for npm start.`);

/**
 * For commands that run alongside the shop: a direct connection to its database. The embedded one is started if it isn't running.
 * @param options.create whether there may be no shop yet: then the embedded database is created
 * @throws StartError
 */
export async function reachDatabase(
  config: Addresses & Pick<Config, "dataDir">,
  { create = false } = {},
): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const external = readConnections(config);
  if (external) return { connection: external.direct, stop: async () => {} };
  if (!create && !existsSync(findInstallation(config.dataDir).data)) throw noShopIn(config.dataDir);
  return reachEmbedded(config.dataDir);
}
