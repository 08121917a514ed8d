import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { StartError } from "./start-error.ts";

/** @throws StartError when it cannot be written, or root would take it away from the account that runs the shop */
export function makeDataDir(dataDir: string): void {
  const owner = process.getuid?.() === 0 ? statSync(dataDir, { throwIfNoEntry: false })?.uid : undefined;
  if (owner)
    throw new StartError(
      [
        `DATA_DIR ${dataDir} belongs to ${nameOf(owner)}, and this runs as root. Nothing was changed. Run it as the account that runs the shop.`,
        "On a machine set up with systemd: sh /opt/despensa/deploy/systemd/run.sh COMMAND",
      ].join("\n"),
    );
  try {
    // Can be entered but not listed: root's database runs under another account.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw cannotWrite(dataDir, error);
  }
}

function nameOf(uid: number): string {
  const { stdout } = spawnSync("id", ["-nu", `${uid}`], { encoding: "utf8" });
  return `the account ${stdout?.trim() || uid}`;
}

export function cannotWrite(dataDir: string, error: unknown): StartError {
  const what = `DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}.`;
  return new StartError(`${what} Give it to the account that runs the shop, or set DATA_DIR to another folder.`);
}
