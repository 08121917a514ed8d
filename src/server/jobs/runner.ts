import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { run, type Worker, type WorkerEvents } from "graphile-worker";
import type { Database } from "../db/connect.ts";
import type { Shop } from "../shop.ts";
import { runnerOptions, type Task } from "./jobs.ts";

/** Jobs that one runner works on at once. */
const CONCURRENCY = 2;

/** Connections per runner: one listens for new jobs, the others fetch and complete them. */
export const RUNNER_CONNECTIONS = CONCURRENCY + 1;

/**
 * Outcomes are written in batches, because a single write that fails would end the process. Without parsed cron items the library would
 * look for a crontab file.
 */
const OPTIONS = { preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }, concurrency: CONCURRENCY, parsedCronItems: [] };

/** Longest time that closing the connections may take. */
const CLOSE_MS = 2000;

/** A run of graphile-worker with its own connections. */
export interface Runner {
  /** The name it locks jobs under; undefined until it has connected. */
  name(): string | undefined;
  /** Ids of its current jobs. */
  working(): string[];
  /** How long a free worker has been waiting for a reply about new jobs. */
  silentMs(): number;
  /** Resolves once it takes no more jobs, for whatever reason. */
  readonly ended: Promise<void>;
  /** Resolves after {@link ended}, once its jobs are done and its connections closed. */
  readonly closed: Promise<void>;
  /** Takes no more jobs and finishes the current ones. */
  stop(): Promise<void>;
}

/** Starts a runner. It polls for jobs every `pollMs`, and checks whenever one is announced. */
export function startRunner(database: Database, tasks: readonly Task[], log: Shop["log"], pollMs: number): Runner {
  const events: WorkerEvents = new EventEmitter();
  const workers = new Set<Worker>();
  let poolName: string | undefined;
  let answeredAt = performance.now();
  const answered = () => void (answeredAt = performance.now());
  events.on("pool:create", ({ workerPool }) => (poolName = workerPool.id));
  events.on("worker:create", ({ worker }) => workers.add(worker));
  events.on("worker:stop", ({ worker }) => workers.delete(worker));
  events.on("worker:getJob:empty", answered);
  events.on("job:start", answered);
  events.on("job:complete", answered);

  releaseOnce(database.pool);
  const running = run({ ...runnerOptions(database.pool, tasks, log), ...OPTIONS, pollInterval: pollMs, events });
  const working = () => [...workers].flatMap((worker) => worker.getActiveJob()?.id ?? []);
  const ended = running.then(({ promise }) => promise).catch((error: unknown) => log.warn({ err: error }, "a job runner stopped"));
  async function close(): Promise<void> {
    await ended;
    while (working().length > 0) await delay(pollMs);
    // A connection to a database that disappeared may never close.
    await Promise.race([database.close().catch((error: unknown) => log.warn(error)), delay(CLOSE_MS, undefined, { ref: false })]);
  }
  return {
    name: () => poolName,
    working,
    silentMs: () => (working().length < CONCURRENCY ? performance.now() - answeredAt : 0),
    ended,
    closed: close(),
    stop: () => running.then((begun) => begun.stop()).catch(() => {}),
  };
}

type Connected = Parameters<Parameters<pg.Pool["connect"]>[0]>;

/**
 * Lets connections that are borrowed with a callback be released more than once, even those that could not be opened. graphile-worker does
 * so when it stops while its listening connection breaks, and the pool's complaint would end the process.
 */
export function releaseOnce(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  function connectOnce(): Promise<pg.PoolClient>;
  function connectOnce(callback: (...connected: Connected) => void): void;
  function connectOnce(callback?: (...connected: Connected) => void): Promise<pg.PoolClient> | void {
    if (!callback) return connect();
    // Whatever its types say, the pool gives only an error when it could not connect.
    connect((error, client, release?: Connected[2]) => {
      let isReleased = false;
      callback(error, client, (destroy) => {
        if (isReleased) return;
        isReleased = true;
        release?.(destroy);
      });
    });
  }
  pool.connect = connectOnce;
}
