import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findInstallation } from "#server/db/embedded/installation.ts";
import { freePort, untilTrue } from "../tests/support/shop-process.ts";
import type { Recorded } from "./bare-server.ts";
import type { Job, Measured } from "./load.ts";

const root = join(import.meta.dirname, "..");
/** The Node flags of `npm start`, including those that limit memory. */
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { start: string } };
const START = scripts.start.split("exec node_modules/.bin/node ")[1]!.split(" ");

/** The server being measured. */
export interface Server {
  port: number;
  process: ChildProcess;
}

/** Production settings, adapted for measuring. */
export function settings(dataDir: string, port: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: port, CATALOGUE: "none", RATE_LIMIT: "off" };
}

/** Starts the shop as in production, logging to a file. */
export async function startShop(
  dataDir: string,
  env: Record<string, string> = {},
  [program, ...words]: readonly [string, ...string[]] = [process.execPath, ...START],
): Promise<Server> {
  const port = await freePort();
  const log = openSync(join(dataDir, "bench.log"), "a");
  const child = spawn(program, words, { cwd: root, env: { ...settings(dataDir, port), ...env }, stdio: ["ignore", log, log] });
  await untilTrue(async () => {
    if (child.exitCode !== null) throw new Error("The shop ended.");
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  }, 60_000);
  return { port: Number(port), process: child };
}

/** Imports a catalogue into a shop's data folder. */
export async function importCatalogue(dataDir: string, file: string): Promise<void> {
  const child = spawn(process.execPath, ["src/start/import-main.ts", file], {
    cwd: root,
    env: settings(dataDir, "0"),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The import of ${file} failed.`);
}

/** Starts a bare `node:http` server that sends these responses. */
export async function startBare(answers: Recorded[]): Promise<Server> {
  const child = fork(join(import.meta.dirname, "bare-server.ts"));
  child.send(answers);
  const [port] = (await once(child, "message")) as [number];
  return { port, process: child };
}

export async function stop({ process: child }: Server): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

/** Runs a load in its own process. */
export async function load(job: Job): Promise<Measured> {
  const child = fork(join(import.meta.dirname, "load.ts"));
  child.send(job);
  const [measured] = (await Promise.race([once(child, "message"), once(child, "exit")])) as [Measured | number];
  if (typeof measured !== "object") throw new Error("The load generator failed.");
  return measured;
}

/** A process's resident memory in MB, as the OS reports it. */
export function memory({ process: child }: Server): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** CPU time used by a server's processes, in ms. */
export function processorTime({ process: child }: Server): number {
  return timeOf(String(child.pid)).ms + childrenTime(String(child.pid));
}

/** CPU time used by the connections of a shop's embedded database, in ms. */
export function databaseTime(dataDir: string): number {
  const postmaster = readFileSync(join(findInstallation(dataDir).data, "postmaster.pid"), "utf8").split("\n", 1)[0]!;
  return childrenTime(postmaster);
}

function childrenTime(of: string): number {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return all.reduce((sum, pid) => {
    const { parent, ms } = timeOf(pid);
    return parent === of ? sum + ms : sum;
  }, 0);
}

/** A process's parent and CPU time; none for one that just ended. */
function timeOf(pid: string): { parent: string; ms: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return { parent: fields[1]!, ms: (Number(fields[11]) + Number(fields[12])) * 10 };
  } catch {
    return { parent: "", ms: 0 };
  }
}
