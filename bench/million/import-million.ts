import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmbedded } from "#server/db/embedded/start-embedded.ts";
import { databaseTime, settings } from "../servers.ts";

/** How an import went. */
export interface Imported {
  products: number;
  seconds: number;
  /** CPU seconds of the command and of PostgreSQL. */
  commandSeconds: number;
  databaseSeconds: number;
  /** The command's resident memory in MB: the most in its first fifth, and the most in all. */
  firstMegabytes: number;
  megabytes: number;
}

const EVERY_MS = 500;
const root = join(import.meta.dirname, "../..");

/** Imports a catalogue with the shop's own command; if that was done before in this folder, returns how it went then. */
export async function importMillion(dataDir: string, file: string, products: number): Promise<Imported> {
  const record = join(dataDir, "imported.json");
  if (existsSync(record)) return JSON.parse(readFileSync(record, "utf8")) as Imported; // written below
  const database = await startEmbedded(dataDir);
  const begun = performance.now();
  const child = spawn(process.execPath, ["src/start/import-main.ts", file], {
    cwd: root,
    env: settings(dataDir, "0"),
    stdio: ["ignore", "inherit", "inherit"],
  });
  const memory: number[] = [];
  let [commandMs, databaseMs, before] = [0, 0, databaseTime(dataDir)];
  const looking = setInterval(() => {
    const seen = look(child.pid!);
    if (!seen) return;
    memory.push(seen.megabytes);
    commandMs = seen.ms;
    // Connections take their time with them when they end.
    const now = databaseTime(dataDir);
    databaseMs += Math.max(0, now - before);
    before = now;
  }, EVERY_MS);
  const [code] = await once(child, "close");
  clearInterval(looking);
  await database.stop();
  if (code !== 0) throw new Error(`The import of ${file} failed.`);
  const imported: Imported = {
    products,
    seconds: (performance.now() - begun) / 1000,
    commandSeconds: commandMs / 1000,
    databaseSeconds: databaseMs / 1000,
    firstMegabytes: Math.max(...memory.slice(0, Math.ceil(memory.length / 5))),
    megabytes: Math.max(...memory),
  };
  writeFileSync(record, JSON.stringify(imported));
  return imported;
}

function look(pid: number): { megabytes: number; ms: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return resident ? { megabytes: Number(resident[1]) / 1024, ms: (Number(fields[11]) + Number(fields[12])) * 10 } : undefined;
  } catch {
    return undefined; // it just ended
  }
}
