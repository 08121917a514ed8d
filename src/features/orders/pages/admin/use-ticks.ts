import { useState } from "react";

const PREFIX = "pick-list ";
/** How many pick lists this browser remembers. */
const REMEMBERED = 20;

/**
 * The checked items of some orders' pick list. Stored in this browser, so that they survive a reload in the storeroom; cleared on
 * logout.
 */
export function useTicks(orderIds: readonly string[]): { ticked: ReadonlySet<string>; tick: (line: string, on: boolean) => void } {
  const key = PREFIX + orderIds.toSorted().join(",");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(read(key)));
  const tick = (line: string, on: boolean) => {
    const next = new Set(on ? [...ticked, line] : [...ticked].filter((other) => other !== line));
    setTicked(next);
    write(key, [...next]);
  };
  return { ticked, tick };
}

function read(key: string): string[] {
  const lines: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
  return Array.isArray(lines) ? lines.filter((line) => typeof line === "string") : [];
}

function write(key: string, lines: readonly string[]): void {
  const others = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && name !== key);
  for (const old of others.slice(0, Math.max(0, others.length - REMEMBERED + 1))) localStorage.removeItem(old);
  localStorage.setItem(key, JSON.stringify(lines));
}
