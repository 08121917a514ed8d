import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import type { Connections } from "#server/db/reach-database.ts";
import { StartError, type Config } from "#server/settings/config.ts";
import { checkPort, forgetMain, hasOrphans, noteMain, readMain } from "./main-process.ts";
import { relayInvalidations, untilListening } from "./worker-channel.ts";

/** Environment variable that tells a worker how to connect. */
const CONNECTION = "DESPENSA_CONNECTION";
/** A worker that ran this long may be replaced at once. */
const HEALTHY_MS = 10_000;
const BACK_OFF_MS = 500;
const BACK_OFF_MOST_MS = 10_000;

/** The connection settings passed by the primary process; undefined in the primary itself. */
export function connectionsOfWorker(): Connections | undefined {
  const told = process.env[CONNECTION];
  return cluster.isWorker && told ? (JSON.parse(told) as Connections) : undefined; // the primary wrote it
}

/** How much longer a web process may take to end than its requests. */
const KILL_AFTER_MS = 8000;

/** The web processes of a shop. */
export interface Workers {
  /** Lets them finish their requests and waits until they have exited. */
  close(): Promise<void>;
  hurry(): void;
}

/** How long web processes serve on after their main process was killed, unless another one takes over before. */
const ORPHANED_MS = 60_000;
const LOOK_EVERY_MS = 250;

/**
 * Whether web processes listen by themselves on the port they share, so that they serve on without the main process. Elsewhere the
 * main process accepts their connections.
 */
export const LISTEN_ALONE = process.platform === "linux";

/**
 * Starts `count` web processes and replaces those that die, waiting longer each time they die young.
 * @returns when all of them listen; those that a killed main process left behind leave then
 * @throws StartError when the port is in use, or when one ends before that; it has said why
 */
export async function startWorkers(
  count: number,
  { port: wanted, host, dataDir }: Pick<Config, "port" | "host" | "dataDir">,
  connections: Connections,
  log: FastifyBaseLogger,
): Promise<Workers> {
  let open = false;
  let closing = false;
  let backOff = BACK_OFF_MS;
  const port = LISTEN_ALONE && !hasOrphans(dataDir) ? await checkPort(wanted, host) : wanted;
  relayInvalidations();

  function fork(): Worker {
    const born = performance.now();
    const worker = cluster.fork({ [CONNECTION]: JSON.stringify(connections), PORT: `${port}` });
    if (open) note();
    worker.once("exit", (code, signal) => {
      if (closing || !open) return;
      backOff = performance.now() - born > HEALTHY_MS ? BACK_OFF_MS : Math.min(backOff * 2, BACK_OFF_MOST_MS);
      log.error({ pid: worker.process.pid, code, signal, inMs: backOff }, "a web process ended; it is replaced");
      setTimeout(() => closing || fork(), backOff).unref();
    });
    return worker;
  }
  const note = () => noteMain(dataDir, { pid: process.pid, workers: alive().flatMap(({ process: { pid } }) => pid ?? []) });

  await Promise.all(Array.from({ length: count }, () => listening(fork())));
  open = true;
  note();

  return {
    async close() {
      closing = true;
      forgetMain(dataDir);
      const workers = alive();
      const gone = workers.map((worker) => once(worker, "exit"));
      for (const worker of workers) worker.process.kill("SIGTERM");
      await Promise.all(gone);
    },
    // They hurry at the same time; this is for one that hangs.
    hurry: () => void setTimeout(() => alive().forEach((worker) => worker.process.kill("SIGKILL")), KILL_AFTER_MS).unref(),
  };
}

function alive(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker && !worker.isDead() ? [worker] : []));
}

async function listening(worker: Worker): Promise<void> {
  const ended = once(worker, "exit").then(() => Promise.reject(new StartError("The web processes could not be started.")));
  ended.catch(() => {});
  await Promise.race([untilListening(worker), ended]);
}

/**
 * In a worker: serves on if the main process is killed, until another one has taken over, or for a minute.
 * @param leave ends this process in order
 */
export function surviveMain(
  { dataDir, drainMs }: Pick<Config, "dataDir" | "drainMs">,
  log: FastifyBaseLogger,
  leave: (reason: string, options: { drainMs: number }) => void,
): void {
  const { worker } = cluster;
  const main = process.ppid;
  if (!worker || !LISTEN_ALONE) return;
  worker.once("disconnect", () => {
    // Otherwise Node ends this process.
    worker.exitedAfterDisconnect = true;
    log.error("the main process is gone; serving on until another one takes over");
    const until = performance.now() + ORPHANED_MS;
    setInterval(() => {
      if (readMain(dataDir)?.pid !== main) leave("another main process took over", { drainMs: 0 });
      else if (performance.now() > until) leave("no main process took over", { drainMs });
    }, LOOK_EVERY_MS).unref();
  });
}
