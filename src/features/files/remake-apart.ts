import { fork } from "node:child_process";
import type { Fit, Remade } from "./remake-picture.ts";

const START_MS = 60_000;
const DECODE_MS = 15_000;

interface Limits {
  /** Time limits for starting the process, and for decoding a picture. */
  startMs?: number;
  decodeMs?: number;
  /** Stops it when nobody waits for the picture anymore. */
  signal?: AbortSignal | undefined;
}

/** Input of the process. */
export interface Work {
  bytes: Uint8Array;
  purpose: string;
  fit: Fit;
}

/** Sent by the process before its result, when decoding starts. */
export const BEGUN = "begun";

/**
 * Decodes a picture in a separate process that has no secrets, runs at low priority and exits afterwards. A picture that crashes the
 * decoder, or takes a gigabyte of memory or a minute of CPU, harms nothing else.
 */
export function remakeApart(work: Work, { startMs = START_MS, decodeMs = DECODE_MS, signal }: Limits = {}): Promise<Remade> {
  if (signal?.aborted) return Promise.resolve({ ok: false, reason: "slow" });
  const child = fork(new URL("./remake-process.ts", import.meta.url), {
    serialization: "advanced",
    env: {},
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  return new Promise<Remade>((resolve, reject) => {
    const giveUp = () => {
      resolve({ ok: false, reason: "slow" });
      child.kill("SIGKILL");
    };
    signal?.addEventListener("abort", giveUp);
    let timer = setTimeout(giveUp, startMs);
    child.on("message", (message) => {
      clearTimeout(timer);
      if (message === BEGUN) timer = setTimeout(giveUp, decodeMs);
      else resolve(message as Remade); // our own process sends nothing else
    });
    child.once("error", reject);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve({ ok: false, reason: "damaged" });
    });
    child.send(work, (error) => error && reject(error));
  });
}
