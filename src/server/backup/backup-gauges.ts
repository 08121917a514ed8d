import type { ShopGauge } from "../metrics/shop-gauges.ts";
import type { BackupConfig } from "../settings/backup-settings.ts";
import { readLastBackups } from "./backup-runs.ts";

export const backupGauges = ({ to }: Pick<BackupConfig, "to">): readonly ShopGauge[] => [
  {
    name: "despensa_backup_last_success_timestamp_seconds",
    help: "When the last good backup was made; missing if there is none",
    async read(db) {
      const { good } = await readLastBackups(db);
      return good ? [{ value: good.getTime() / 1000 }] : [];
    },
  },
  {
    name: "despensa_backup_nightly",
    help: "Whether there should be a backup each night",
    read: async () => [{ value: Number(to !== undefined) }],
  },
];
