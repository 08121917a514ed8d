import { accessSync, constants, mkdirSync } from "node:fs";
import { StartError } from "./start-error.ts";

/** @throws StartError when it cannot be written */
export function makeDataDir(dataDir: string): void {
  try {
    // Can be entered but not listed: root's database runs under another account.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw cannotWrite(dataDir, error);
  }
}

export function cannotWrite(dataDir: string, error: unknown): StartError {
  const what = `DATA_DIR ${dataDir} cannot be written: ${(error as Error).message}.`;
  return new StartError(`${what} Give it to the account that runs the shop, or set DATA_DIR to another folder.`);
}
