import { readdirSync, readFileSync } from "node:fs";

/** A process and its direct children. */
export function processesOf(parent: number): number[] {
  const children = readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ")[1]) === parent;
    } catch {
      return false; // it just exited
    }
  });
  return [parent, ...children.map(Number)];
}

/** Stops a process and its direct children (SIGSTOP), those that it is just starting as well. @returns a function that lets them go on */
export function freeze(parent: number): () => void {
  // From now on it starts no others.
  process.kill(parent, "SIGSTOP");
  const frozen = processesOf(parent).filter((pid) => signal(pid, "SIGSTOP"));
  return () => frozen.forEach((pid) => signal(pid, "SIGCONT"));
}

/** @returns whether there is such a process */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false; // it just exited
  }
}
