import type { ShopGauge } from "../metrics/shop-gauges.ts";
import { readLastBackups } from "./backup-runs.ts";

export const backupGauges: readonly ShopGauge[] = [
  {
    name: "despensa_backup_last_success_timestamp_seconds",
    help: "When the last good backup was made; missing if there is none",
    async read(db) {
      const { good } = await readLastBackups(db);
      return good ? [{ value: good.getTime() / 1000 }] : [];
    },
  },
];
