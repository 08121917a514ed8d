import cluster, { type Worker } from "node:cluster";
import type { Connections } from "#server/db/reach-database.ts";

/** Messages between the web processes of a machine and their main process. Other libraries use the same channel. */
interface Message {
  despensa: "prepared" | "listening" | "invalidate" | "drop" | "dropped" | "done" | "ping" | "pong";
  connections?: Connections;
  id?: number;
  tags?: string[];
}

/** A process that is busy must not hold up a sale: what it misses here it finds in the database. */
const WAIT_MS = 200;
/** Processes that died never confirm. */
const FORGET_MS = 1000;

const PING_MS = 5000;
/** A process that answers none of so many pings hangs. Not measured as time, in which this process may have been paused, too. */
const UNANSWERED = 6;

const isMessage = (message: unknown): message is Message => typeof message === "object" && message !== null && "despensa" in message;

function tellMain(message: Message): void {
  if (process.connected) process.send?.(message, undefined, {}, () => {});
}

/** One that died meanwhile is noticed by its exit. Without the callback, it would end the main process as well. */
function tellWorker(worker: Worker, message: Message): void {
  worker.send(message, () => {});
}

/** In the main process: lets a worker serve. */
export function sayPrepared(worker: Worker, connections: Connections): void {
  tellWorker(worker, { despensa: "prepared", connections });
}

/** In a worker: resolves when the database is ready, with how to connect to it. */
export function untilPrepared(): Promise<Connections> {
  return new Promise((resolve) => {
    process.on("message", (message: unknown) => {
      if (isMessage(message) && message.connections) resolve(message.connections);
    });
  });
}

/** In a worker: lets the main process see that it doesn't hang. */
export function answerPings(): void {
  process.on("message", (message: unknown) => {
    if (isMessage(message) && message.despensa === "ping") tellMain({ despensa: "pong" });
  });
}

/** In the main process: calls `onHang` if a worker hangs. */
export function watchHanging(worker: Worker, onHang: () => void): void {
  let unanswered = 0;
  worker.on("message", (message: unknown) => {
    if (isMessage(message) && message.despensa === "pong") unanswered = 0;
  });
  const timer = setInterval(() => {
    if (unanswered++ === UNANSWERED) onHang();
    tellWorker(worker, { despensa: "ping" });
  }, PING_MS).unref();
  worker.once("exit", () => clearInterval(timer));
}

/** In a worker: says that it accepts connections. */
export function sayListening(): void {
  tellMain({ despensa: "listening" });
}

/** In the main process: resolves when the worker accepts connections. */
export function untilListening(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.on("message", (message: unknown) => {
      if (isMessage(message) && message.despensa === "listening") resolve();
    });
  });
}

/**
 * In a worker: keeps the caches of this machine's processes in step. Invalidations at the same moment share a message.
 * @param drop invalidates tags in this process
 * @returns invalidates tags in the others, and resolves when they have confirmed, or after a moment; undefined if there are none
 */
export function shareInvalidations(drop: (tags: string[]) => void): ((tags: string[]) => Promise<void>) | undefined {
  if (!cluster.isWorker) return undefined;
  const waiting = new Map<number, () => void>();
  let last = 0;
  process.on("message", (message: unknown) => {
    if (!isMessage(message)) return;
    const { despensa, id = 0, tags = [] } = message;
    if (despensa === "done") waiting.get(id)?.();
    if (despensa !== "drop") return;
    drop(tags);
    tellMain({ despensa: "dropped", id });
  });
  /** The tags to invalidate, and who waits for that. */
  let next = { tags: new Set<string>(), told: [] as (() => void)[] };

  async function ask(): Promise<void> {
    const { tags, told } = next;
    next = { tags: new Set(), told: [] };
    // Without the main process, the others learn it from the database.
    if (process.connected) await confirmed([...tags]);
    for (const tell of told) tell();
  }

  function confirmed(tags: string[]): Promise<void> {
    const id = ++last;
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(done, WAIT_MS);
      waiting.set(id, done);
      tellMain({ despensa: "invalidate", id, tags });
    });
  }

  return (tags) =>
    new Promise((resolve) => {
      if (next.told.length === 0) setImmediate(() => void ask());
      for (const tag of tags) next.tags.add(tag);
      next.told.push(resolve);
    });
}

/** In the main process: passes invalidations on, and confirms them once all others that serve have. */
export function relayInvalidations(): void {
  /** Processes that accept connections. One that is still loading has cached nothing that anyone could ask for. */
  const serving = new WeakSet<Worker>();
  const open = new Map<number, { from: Worker; theirId: number; left: Set<Worker> }>();
  let last = 0;
  function confirm(id: number, by?: Worker): void {
    const relayed = open.get(id);
    if (!relayed) return;
    if (by) relayed.left.delete(by);
    if (relayed.left.size > 0) return;
    open.delete(id);
    if (relayed.from.isConnected()) tellWorker(relayed.from, { despensa: "done", id: relayed.theirId });
  }
  cluster.on("message", (from: Worker, message: unknown) => {
    if (!isMessage(message)) return;
    if (message.despensa === "listening") serving.add(from);
    if (message.despensa === "dropped") confirm(message.id ?? 0, from);
    if (message.despensa !== "invalidate") return;
    const others = Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() && worker !== from ? worker : []));
    const id = ++last;
    open.set(id, { from, theirId: message.id ?? 0, left: new Set(others.filter((worker) => serving.has(worker))) });
    for (const worker of others) tellWorker(worker, { despensa: "drop", id, tags: message.tags ?? [] });
    confirm(id);
    setTimeout(() => open.delete(id), FORGET_MS).unref();
  });
}
