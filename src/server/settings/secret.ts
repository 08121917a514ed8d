import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cannotWrite, makeDataDir } from "./data-dir.ts";
import { StartError } from "./start-error.ts";

/**
 * A random secret of this shop, created on first use in `DATA_DIR/secrets` and readable only by its owner.
 * @throws StartError when DATA_DIR cannot be written, or the secret is damaged.
 */
export function secret(dataDir: string, name: string, bytes = 32): string {
  const folder = join(dataDir, "secrets");
  const file = join(folder, name);
  makeDataDir(dataDir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) {
      // Written, then linked: if two processes start at once, the first one's secret stays, and both read it whole.
      const fresh = `${file}.${process.pid}`;
      writeFileSync(fresh, randomBytes(bytes).toString("base64url"), { mode: 0o600 });
      try {
        linkSync(fresh, file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      } finally {
        rmSync(fresh);
      }
    }
    const kept = readFileSync(file, "utf8");
    if (kept.length < bytes) throw new StartError(`${file} is damaged. Remove it to get a new one.`);
    return kept;
  } catch (error) {
    throw error instanceof StartError ? error : cannotWrite(dataDir, error);
  }
}
