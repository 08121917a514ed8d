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
