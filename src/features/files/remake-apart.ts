import { fork } from "node:child_process";
import type { Fit, Remade } from "./remake-picture.ts";

const WITHIN_MS = 60_000;

/** What the process is told. */
export interface Work {
  bytes: Uint8Array;
  purpose: string;
  fit: Fit;
}

/**
 * Remakes a picture in a process of its own, which knows no secrets and ends with it: a picture that crashes its decoder, or
 * takes a gigabyte of memory, harms nobody else.
 */
export function remakeApart(work: Work): Promise<Remade> {
  const child = fork(new URL("./remake-process.ts", import.meta.url), {
    serialization: "advanced",
    env: {},
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    timeout: WITHIN_MS,
    killSignal: "SIGKILL",
  });
  return new Promise<Remade>((resolve, reject) => {
    child.once("message", (remade) => resolve(remade as Remade)); // our own process says nothing else
    child.once("error", reject);
    // It crashed, or was ended because it took too long.
    child.once("exit", () => resolve({ ok: false, reason: "damaged" }));
    child.send(work, (error) => error && reject(error));
  });
}
