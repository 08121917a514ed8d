import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { StartError } from "#server/settings/start-error.ts";

/** Which main process serves a data folder, and its web processes. */
interface MainProcess {
  pid: number;
  workers: number[];
}

const fileIn = (dataDir: string) => join(dataDir, "main-process.json");

/** The main process that serves this data folder, or was the last to do so; undefined if it ended normally. */
export function readMain(dataDir: string): MainProcess | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), "utf8")) as MainProcess; // written below
  } catch {
    return undefined;
  }
}

/** Written, then renamed: orphaned web processes that read half a file would take it for another main process, and leave. */
export function noteMain(dataDir: string, main: MainProcess): void {
  const fresh = `${fileIn(dataDir)}.${main.pid}`;
  writeFileSync(fresh, JSON.stringify(main));
  renameSync(fresh, fileIn(dataDir));
}

export function forgetMain(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/** Whether web processes of a main process that was killed still serve this data folder. */
export function hasOrphans(dataDir: string): boolean {
  const last = readMain(dataDir);
  return last !== undefined && !isAlive(last.pid) && last.workers.some(isAlive);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Checks that nobody else uses a port, before several processes share it.
 * @returns the port, which was chosen here if it is 0
 * @throws StartError
 */
export async function checkPort(port: number, host: string): Promise<number> {
  const server = createServer();
  try {
    server.listen({ port, host, exclusive: true });
    await once(server, "listening");
  } catch (error) {
    throw cannotListen(error, port, host);
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : port;
}

/** A failure to listen, for the person starting the shop. */
export function cannotListen(error: unknown, port: number, host: string): StartError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return new StartError(`Port ${port} is in use. Set PORT to another one.`);
  if (code === "EACCES") return new StartError(`This account may not listen on port ${port}. Set PORT to 1024 or more.`);
  if (code === "EADDRNOTAVAIL") return new StartError(`This machine has no address ${host}. Set HOST to one that it has.`);
  return new StartError(`Cannot listen on ${host}:${port}: ${message}`);
}
