import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import type { FastifyBaseLogger } from "fastify";
import type { Connections } from "#server/db/reach-database.ts";
import type { Config } from "#server/settings/config.ts";
import { StartError } from "#server/settings/start-error.ts";
import { checkPort, forgetMain, hasOrphans, noteMain, readMain } from "./main-process.ts";
import { relayInvalidations, sayPrepared, untilListening, watchHanging } from "./worker-channel.ts";

/** A worker that ran this long may be replaced at once. */
const HEALTHY_MS = 10_000;
const BACK_OFF_MS = 500;
const BACK_OFF_MOST_MS = 10_000;

/** How much longer a web process may take to end than its requests. */
const KILL_AFTER_MS = 8000;

/** The web processes of a shop. */
export interface Workers {
  /** Lets them finish their requests and waits until they have exited. */
  close(): Promise<void>;
  hurry(): void;
}

/** How long web processes keep serving after their main process was killed, unless another one takes over before. */
const ORPHANED_MS = 60_000;
const LOOK_EVERY_MS = 250;

/**
 * Whether web processes listen by themselves on the port they share, so that they keep serving without the main process. Elsewhere the
 * main process accepts their connections.
 */
export const LISTEN_ALONE = process.platform === "linux";

interface Started {
  worker: Worker;
  /** Resolves when it accepts connections. */
  listening: Promise<void>;
}

/** Web processes that wait for {@link openWorkers}. */
export interface WaitingWorkers {
  /** How many there will be. */
  count: number;
  port: number;
  first: readonly Started[];
}

/**
 * Starts web processes, which load the shop's code while this process prepares the database: as many as there are other cores. More
 * would only delay the first one.
 */
export async function forkWorkers(count: number, { port: wanted, host }: Pick<Config, "port" | "host">): Promise<WaitingWorkers> {
  const port = wanted === 0 ? await checkPort(wanted, host) : wanted;
  const waiting = { count, port };
  return { ...waiting, first: forkSome(Math.min(count, Math.max(1, availableParallelism() - 1)), waiting) };
}

function forkSome(some: number, all: Pick<WaitingWorkers, "count" | "port">): Started[] {
  return Array.from({ length: some }, () => {
    const worker = fork(all);
    const started = { worker, listening: untilListeningOrGone(worker) };
    started.listening.catch(() => {}); // awaited later
    return started;
  });
}

/** Each knows how many share the port, for limits that they share. */
const fork = ({ count, port }: Pick<WaitingWorkers, "count" | "port">) => cluster.fork({ PORT: `${port}`, WORKERS: `${count}` });

/**
 * Lets web processes serve, and replaces those that hang or die, waiting longer each time they die young.
 * @returns when all of them listen; those that a killed main process left behind leave then
 * @throws StartError when the port is in use, or when one ends before that; it has said why
 */
export async function openWorkers(
  { count, port, first }: WaitingWorkers,
  { host, dataDir }: Pick<Config, "host" | "dataDir">,
  connections: Connections,
  log: FastifyBaseLogger,
): Promise<Workers> {
  let closing = false;
  let backOff = BACK_OFF_MS;
  if (LISTEN_ALONE && !hasOrphans(dataDir)) await checkPort(port, host);
  relayInvalidations();

  function replaceWhenGone(worker: Worker): void {
    const born = performance.now();
    worker.once("exit", (code, signal) => {
      if (closing) return;
      backOff = performance.now() - born > HEALTHY_MS ? BACK_OFF_MS : Math.min(backOff * 2, BACK_OFF_MOST_MS);
      log.error({ pid: worker.process.pid, code, signal, inMs: backOff }, "a web process ended; it is replaced");
      setTimeout(() => closing || replace(), backOff).unref();
    });
    // It accepts connections without ever responding.
    watchHanging(worker, () => {
      log.error({ pid: worker.process.pid }, "a web process hangs; it is killed");
      worker.process.kill("SIGKILL");
    });
  }
  function replace(): void {
    const worker = fork({ count, port });
    replaceWhenGone(worker);
    sayPrepared(worker, connections);
    note();
  }
  const note = () => noteMain(dataDir, { pid: process.pid, workers: alive().flatMap(({ process: { pid } }) => pid ?? []) });

  const all = [...first, ...forkSome(count - first.length, { count, port })];
  for (const { worker, listening: listens } of all) {
    sayPrepared(worker, connections);
    // As soon as the first one listens: it keeps serving if this process is killed, and those that another main process left behind may
    // leave.
    listens.then(note, () => {});
  }
  try {
    await Promise.all(all.map((started) => started.listening));
  } catch (error) {
    forgetMain(dataDir);
    throw error;
  }
  for (const { worker } of all) {
    if (worker.isDead()) replace();
    else replaceWhenGone(worker);
  }

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

async function untilListeningOrGone(worker: Worker): Promise<void> {
  const ended = once(worker, "exit").then(() => Promise.reject(new StartError("The web processes could not be started.")));
  ended.catch(() => {});
  await Promise.race([untilListening(worker), ended]);
}

/**
 * In a worker: keeps serving if the main process is killed, until another one has taken over, or for a minute.
 * @param isServing whether it serves already
 * @param leave ends this process properly
 */
export function surviveMain(
  { dataDir, drainMs }: Pick<Config, "dataDir" | "drainMs">,
  log: FastifyBaseLogger,
  isServing: () => boolean,
  leave: (reason: string, options: { drainMs: number }) => void,
): void {
  const { worker } = cluster;
  const main = process.ppid;
  if (!worker || !LISTEN_ALONE) return;
  worker.once("disconnect", () => {
    // Otherwise Node ends this process.
    worker.exitedAfterDisconnect = true;
    if (!isServing()) return leave("the main process is gone", { drainMs: 0 });
    log.error("the main process is gone; serving on until another one takes over");
    const until = performance.now() + ORPHANED_MS;
    setInterval(() => {
      if (readMain(dataDir)?.pid !== main) leave("another main process took over", { drainMs: 0 });
      else if (performance.now() > until) leave("no main process took over", { drainMs });
    }, LOOK_EVERY_MS).unref();
  });
}
