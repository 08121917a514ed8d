import { dev } from "#server/settings/mode.ts";
import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "pino";
import { loadConfig, type Config } from "#server/settings/config.ts";
import { StartError } from "#server/settings/start-error.ts";
import { misspelledSettings } from "#server/settings/misspelled-settings.ts";
import type { Connections } from "#server/db/reach-database.ts";
import { openLog } from "#server/log.ts";
import { cannotListen } from "./main-process.ts";
import { resolveModulesQuickly } from "./resolve-modules.ts";
import { END_MAIN_MS, END_MS, GRACE_MS } from "./stop-times.ts";
import { answerPings, sayListening, untilPrepared } from "./worker-channel.ts";
import { forkWorkers, LISTEN_ALONE, openWorkers, surviveMain } from "./workers.ts";

/** Web processes if there are as many cores, so that the shop survives the death of one. */
const USUAL_WORKERS = 2;

/** Something running; what started last is closed first. */
interface Running {
  /** Lets proxies know that it is about to close. */
  drain?: () => void;
  close(): Promise<void>;
  /** Aborts what is still in progress. */
  hurry?(): void;
}

function main(): void {
  resolveModulesQuickly();
  const config = loadConfig(process.env);
  const log = openLog(config.log);
  if (cluster.isPrimary) for (const line of misspelledSettings(process.env)) log.warn(line);
  const running: Running[] = [];
  let ending = false;

  async function end(reason: string, { error, drainMs = 0 }: { error?: unknown; drainMs?: number } = {}): Promise<void> {
    if (ending) return;
    ending = true;
    log.info({ reason }, "stopping");
    // Nobody waits for a web process that has not opened yet.
    if (cluster.isWorker && running.length === 0) {
      if (error) sayWhy(error);
      process.exit(error ? 1 : 0);
    }
    setTimeout(() => running.forEach((part) => part.hurry?.()), error ? 0 : drainMs + GRACE_MS).unref();
    setTimeout(() => process.exit(1), drainMs + (cluster.isWorker ? END_MS : END_MAIN_MS)).unref();
    const drained = running.filter((part) => part.drain);
    for (const part of drained) part.drain?.();
    // A main process with web processes waits for those instead.
    if (drained.length > 0) await delay(drainMs);
    await started.catch(() => {});
    for (const part of running.toReversed()) await part.close();
    if (error) sayWhy(error);
    process.exit(error ? 1 : 0);
  }

  const started = start(config, log, running);
  started.catch((error: unknown) => end("cannot start", { error }));
  surviveMain(
    config,
    log,
    () => running.length > 0,
    (reason, options) => void end(reason, options),
  );
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(signal, { drainMs: config.drainMs }));
  process.on("uncaughtException", (error) => {
    log.fatal(error);
    void end("defect", { error });
  });
  // The reader of our output may be gone; the shop keeps running.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

/**
 * Starts everything or, in a worker, only the web process. The code that serves takes longer to load than the database to start, so workers
 * load it meanwhile. A process that does both does one after the other: while code loads, it couldn't read the database's replies in time.
 */
async function start(config: Config, log: Logger, running: Running[]): Promise<void> {
  if (cluster.isWorker) {
    answerPings();
    const [code, connections] = await Promise.all([loadCode(), untilPrepared()]);
    return serve(code, config, connections, log, running, { isShared: true });
  }
  const count = config.workers ?? (LISTEN_ALONE && !dev ? Math.min(USUAL_WORKERS, availableParallelism()) : 1);
  const workers = count > 1 ? await forkWorkers(count, config) : undefined;
  const { prepareShop } = await import("./prepare-shop.ts");
  const code = workers ? undefined : await loadCode();
  const prepared = await prepareShop(config, log);
  running.push(prepared);
  if (config.metrics) {
    const { openMetrics } = await import("./metrics.ts");
    running.push({ close: await openMetrics(config.metrics, config, prepared.connections.serving, log) });
  }
  if (code) await serve(code, config, prepared.connections, log, running);
  if (workers) running.push(await openWorkers(workers, config, prepared.connections, log));
  console.log(["", `${prepared.name} is open: ${config.publicUrl}`, ...prepared.welcome].join("\n  ") + "\n");
}

/** Loads the code of a web process. */
async function loadCode() {
  const [{ openShop }, { importBuiltWeb, loadBuiltWeb }] = await Promise.all([
    import("./open-shop.ts"),
    import("#server/render/render.ts"),
  ]);
  if (dev) return { openShop, loadWeb: (await import("./dev.ts")).loadDevWeb };
  await importBuiltWeb();
  return { openShop, loadWeb: loadBuiltWeb };
}

/** Listens in this process. */
async function serve(
  { openShop, loadWeb }: Awaited<ReturnType<typeof loadCode>>,
  config: Config,
  connections: Connections,
  log: Logger,
  running: Running[],
  { isShared = false } = {},
): Promise<void> {
  if (config.tracing) {
    const { sendTraces } = await import("#server/tracing/send-traces.ts");
    running.push({ close: sendTraces(config.tracing, log) });
  }
  const shop = await openShop(config, connections, log, loadWeb);
  running.push({ drain: () => shop.drain(), close: () => shop.close(), hurry: () => shop.app.server.closeAllConnections() });
  try {
    const alone = { exclusive: true, reusePort: true };
    await shop.app.listen({ port: config.port, host: config.host, ...(isShared && LISTEN_ALONE && alone) });
  } catch (error) {
    throw cannotListen(error, config.port, config.host);
  }
  if (isShared) sayListening();
}

/** One line for something a person can fix, everything for a defect. */
function sayWhy(error: unknown): void {
  console.error(error instanceof StartError ? `\n${error.message}\n` : error);
}

try {
  main();
} catch (error) {
  sayWhy(error);
  process.exit(1);
}
