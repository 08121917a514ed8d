import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findInstallation } from "#server/db/embedded/installation.ts";
import { readMain } from "#start/main-process.ts";
import { startShop, type Server } from "./servers.ts";

export const KILLED = ["web and main processes", "web and main processes and database"] as const;

/** Kills everything at once, as the kernel does when memory is short, and runs `npm start` again. */
export async function restartKilled(
  shop: Server,
  dataDir: string,
  killed: (typeof KILLED)[number],
): Promise<{ shop: Server; seconds: number }> {
  const database = Number.parseInt(readFileSync(join(findInstallation(dataDir).data, "postmaster.pid"), "utf8"), 10);
  const { pid, workers } = readMain(dataDir) ?? { pid: shop.process.pid!, workers: [] };
  for (const one of [pid, ...workers, ...(killed === KILLED[0] ? [] : [database])]) process.kill(one, "SIGKILL");
  const begun = performance.now();
  const restarted = await startShop(dataDir, { HOME: process.env["HOME"] ?? "" }, ["npm", "start"]);
  return { shop: restarted, seconds: (performance.now() - begun) / 1000 };
}
