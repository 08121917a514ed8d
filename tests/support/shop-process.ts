import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The shop in a separate process, as `npm start` runs it. */
export interface ShopProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** All output so far. */
  output(): string;
  /** Its exit code. */
  ended: Promise<number | null>;
  /** Stops the process and waits for it to exit. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const ROOT = join(import.meta.dirname, "../..");
/** The compile cache that `npm start` uses, shared between processes. */
export const COMPILED = { NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/node") };

/**
 * Starts the shop without waiting for it, and without settings from the environment.
 * @param root of another checkout
 * @param within a command that starts it
 */
export function spawnShop(env: Record<string, string>, root = ROOT, within: readonly string[] = []): ShopProcess {
  const [program, ...words] = [...within, process.execPath, join(root, "src/start/main.ts")];
  const child = spawn(program, words, {
    cwd: root,
    env: { PATH: process.env["PATH"], ...COMPILED, LOG_LEVEL: "warn", CATALOGUE: "none", RATE_LIMIT: "off", WORKERS: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
  const ended = once(child, "close").then(([code]) => code as number | null);
  return {
    url: `http://${env["HOST"] ?? "127.0.0.1"}:${env["PORT"] ?? 3000}`,
    child,
    output: () => printed,
    ended,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts the shop and waits until it is ready, with all of its web processes. */
export async function startShop(env: Record<string, string>, root = ROOT, within: readonly string[] = []): Promise<ShopProcess> {
  const shop = spawnShop(env, root, within);
  const ended = shop.ended.then(() => {
    throw new Error(`The shop ended: ${shop.output()}`);
  });
  ended.catch(() => {});
  const isReady = async () =>
    (await fetch(`${shop.url}/readyz`)).ok && (!(Number(env["WORKERS"]) > 1) || shop.output().includes("is open"));
  await Promise.race([untilTrue(isReady, 2 * PATIENCE_MS), ended]);
  return shop;
}

/** How long tests wait for something that happens soon on a quick machine: others are slow, or busy. */
export const PATIENCE_MS = 90_000;

const BEAT_MS = 500;
/** How long this process was running. While a computer is paused, nothing it is waiting for could happen. */
const awakeMs = () => beats * BEAT_MS;
let beats = 0;
setInterval(() => beats++, BEAT_MS).unref();

/** Waits until a condition holds. Errors count as false. */
export async function untilTrue(question: () => Promise<boolean> | boolean, withinMs = PATIENCE_MS): Promise<void> {
  const end = awakeMs() + withinMs;
  let cause: unknown;
  while (awakeMs() < end) {
    try {
      if (await question()) return;
    } catch (error) {
      cause = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`It did not become true within ${withinMs} ms: ${String(question)}`, { cause });
}

/** Below the ports that systems give to connections, which could take one before the shop listens on it. */
const PORTS = { first: 20_000, perWorker: 1000 };
const worker = Number(process.env["VITEST_POOL_ID"] ?? process.env["TEST_PARALLEL_INDEX"] ?? 0) % 10;
let lastPort = process.pid % PORTS.perWorker;

/** A port that nothing listens on. Test files that run side by side never get the same. */
export async function freePort(): Promise<string> {
  for (;;) {
    lastPort = (lastPort + 1) % PORTS.perWorker;
    const port = PORTS.first + worker * PORTS.perWorker + lastPort;
    if (await isFree(port)) return String(port);
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

/** The setting that names {@link dataFolder}'s template. */
export const PREPARED_DATA = "PREPARED_DATA";

/**
 * A data folder for a shop, and a function to remove it.
 * @param options.database whether it has the migrated database of a shop that was opened before, which is quicker than a first start
 */
export function dataFolder({ database = false } = {}): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "despensa-process-"));
  // Else root's PostgreSQL, which has an account of its own, would be copied to a place it can enter.
  chmodSync(path, 0o755);
  const prepared = database && process.env[PREPARED_DATA];
  if (prepared) {
    cpSync(prepared, path, { recursive: true });
    chmodSync(join(path, "postgres"), 0o700);
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The process id of the database in a data folder; undefined if it is not running. */
export function databaseProcess(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}
