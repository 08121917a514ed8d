import { fork } from "node:child_process";
import type { Fit, Remade } from "./remake-picture.ts";

/** Longest time for the process to start, and then to decode a picture. */
const LIMITS = { startMs: 60_000, decodeMs: 15_000 };

/** What the process gets. */
export interface Work {
  bytes: Uint8Array;
  purpose: string;
  fit: Fit;
}

/** What the process sends before its result: it begins to decode. */
export const BEGUN = "begun";

/**
 * Decodes a picture in a process of its own, which has no secrets and a low priority, and ends with it: a picture that crashes
 * its decoder, takes a gigabyte of memory or a minute of computing harms nobody else.
 */
export function remakeApart(work: Work, { startMs, decodeMs } = LIMITS): Promise<Remade> {
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
