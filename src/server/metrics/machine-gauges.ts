import { statfs } from "node:fs/promises";
import { readArchiveState, waitingBytes } from "../backup/archive/archive-state.ts";
import type { Config } from "../settings/config.ts";
import type { ShopGauge } from "./shop-gauges.ts";

/** Numbers of this machine, which don't need the database. */
export function machineGauges({ dataDir, databaseUrl, backup }: Pick<Config, "dataDir" | "databaseUrl" | "backup">): readonly ShopGauge[] {
  const isArchived = backup.archiveTo !== undefined && !databaseUrl;
  const ofArchive: readonly ShopGauge[] = [
    {
      name: "despensa_archive_last_success_timestamp_seconds",
      help: "When the archive for point-in-time restores last had the whole log; 0 if it never had",
      async read() {
        const { at } = readArchiveState(dataDir);
        return [{ value: at ? Date.parse(at) / 1000 : 0 }];
      },
    },
    {
      name: "despensa_archive_waiting_bytes",
      help: "How much of the log waits on this machine's disk to be archived",
      read: async () => [{ value: await waitingBytes(dataDir) }],
    },
  ];
  return [
    {
      name: "despensa_disk_free_bytes",
      help: "Free space on the disk of DATA_DIR",
      async read() {
        const { bavail, bsize } = await statfs(dataDir);
        return [{ value: bavail * bsize }];
      },
    },
    ...(isArchived ? ofArchive : []),
  ];
}
