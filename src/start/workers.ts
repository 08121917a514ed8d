import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { FastifyBaseLogger } from "fastify";
import type { Connections } from "#server/db/reach-database.ts";
import { StartError } from "#server/settings/config.ts";

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

/** The web processes of a shop. */
export interface Workers {
  /** Lets them finish their requests and waits until they have exited. */
  close(): Promise<void>;
  hurry(): void;
}

/**
 * Starts `count` web processes and replaces those that die, waiting longer each time they die young.
 * @returns when all of them listen
 * @throws StartError when one ends before that; it has said why
 */
export async function startWorkers(count: number, connections: Connections, log: FastifyBaseLogger): Promise<Workers> {
  let open = false;
  let closing = false;
  let backOff = BACK_OFF_MS;

  function fork(): Worker {
    const born = performance.now();
    const worker = cluster.fork({ [CONNECTION]: JSON.stringify(connections) });
    worker.once("exit", (code, signal) => {
      if (closing || !open) return;
      backOff = performance.now() - born > HEALTHY_MS ? BACK_OFF_MS : Math.min(backOff * 2, BACK_OFF_MOST_MS);
      log.error({ pid: worker.process.pid, code, signal, inMs: backOff }, "a web process ended; it is replaced");
      setTimeout(() => closing || fork(), backOff).unref();
    });
    return worker;
  }

  await Promise.all(Array.from({ length: count }, () => listening(fork())));
  open = true;

  return {
    async close() {
      closing = true;
      const workers = alive();
      const gone = workers.map((worker) => once(worker, "exit"));
      for (const worker of workers) worker.process.kill("SIGTERM");
      await Promise.all(gone);
    },
    hurry: () => alive().forEach((worker) => worker.process.kill("SIGKILL")),
  };
}

function alive(): Worker[] {
  return Object.values(cluster.workers ?? {}).flatMap((worker) => (worker && !worker.isDead() ? [worker] : []));
}

async function listening(worker: Worker): Promise<void> {
  const ended = once(worker, "exit").then(() => Promise.reject(new StartError("The web processes could not be started.")));
  ended.catch(() => {});
  await Promise.race([once(worker, "listening"), ended]);
}
