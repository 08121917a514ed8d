import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { liveUpdates } from "#features/live/contract.ts";
import { cashOnDelivery } from "#features/orders/contract.ts";
import type { Heard, Listening } from "./listeners.ts";
import { apiCall, ask, raw } from "./requests.ts";
import { memory, type Server } from "./servers.ts";
import type { Shopper } from "./shoppers.ts";

const STREAMS = Number(process.env["BENCH_STREAMS"] ?? 5000);
/** Files a process needs besides its streams. */
const OTHER_FILES = 500;
const CHANGES = 5;
const HEARD_WITHIN_MS = 5000;

export interface StreamsMeasured {
  streams: number;
  /** What one stream costs the shop, in KB. */
  kilobytesEach: number;
  /** Delays (ms) from sending an order to a stream hearing of it: the median, and the slowest of all streams. */
  median: number;
  slowest: number;
  /** Streams that did not hear of a change. */
  missed: number;
}

/** Open files a process may have. Node raises its own limit to the hard one. */
function openFiles(): number {
  const limit = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return limit === "unlimited" ? Infinity : Number(limit);
}

/** Opens streams that all watch one product, then sells it piece by piece. The last product given is the one. */
export async function measureStreams(shop: Server, shopper: Shopper, products: readonly string[]): Promise<StreamsMeasured> {
  const streams = Math.min(STREAMS, openFiles() - OTHER_FILES);
  const productId = products.at(-1)!;
  const before = memory(shop);
  const listeners = fork(join(import.meta.dirname, "listeners.ts"));
  try {
    const request = raw(apiCall(liveUpdates, { products: products.slice(-20) }));
    listeners.send({ port: shop.port, streams, request } satisfies Listening);
    if ((await answerOf(listeners)) !== "open") throw new Error("The streams could not be opened.");
    // The first events have been sent.
    await delay(1000);
    const kilobytesEach = ((memory(shop) - before) * 1024) / streams;
    const delays: number[] = [];
    for (let n = 0; n < CHANGES; n++) {
      listeners.send({ text: `"_id":"${productId}"`, withinMs: HEARD_WITHIN_MS });
      await answerOf(listeners);
      const heard = answerOf(listeners);
      const sold = Date.now();
      const list_items = [{ productId, quantity: 1 }];
      await ask(shop.port, cashOnDelivery, { list_items, addressId: shopper.addressId }, shopper.token);
      delays.push(...((await heard) as Heard).at.map((at) => at - sold));
    }
    delays.sort((a, b) => a - b);
    const missed = streams * CHANGES - delays.length;
    return { streams, kilobytesEach, median: delays[delays.length >> 1] ?? NaN, slowest: delays.at(-1) ?? NaN, missed };
  } finally {
    listeners.disconnect();
  }
}

async function answerOf(child: ReturnType<typeof fork>): Promise<unknown> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const [answer] = (await Promise.race([once(child, "message", { signal }), once(child, "exit", { signal })])) as [unknown];
  waiting.abort();
  if (typeof answer === "number") throw new Error("The listeners failed.");
  return answer;
}
