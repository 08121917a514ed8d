import { isUnanswered } from "../sending/insist.ts";
import { ownerOfTokens } from "../session/tokens.ts";
import { readJson } from "../stored-json.ts";

/** Local storage keys of what is stored for reading offline begin with this; `session.ts` removes them when the person changes. */
const PREFIX = "stored-";
/** Longest stored text, in characters. Local storage holds about five million. */
const LONGEST = 500_000;

interface Stored {
  owner: string;
  /** When it was loaded, in ms. */
  at: number;
  value: unknown;
}

/** Dispatched on `window` when a page shows something old: `detail` says since when, in ms. */
export const SHOWS_OLD = "shows-old";

/** Whether the operator lets browsers store something (`OFFLINE`). */
const mayStore = () => document.documentElement.dataset["offline"] !== "false";

const owner = () => ownerOfTokens() ?? "guest";

/** Stores something for reading offline, for the current person only. */
export function store(name: string, value: unknown, at = Date.now()): void {
  const text = JSON.stringify({ owner: owner(), at, value } satisfies Stored);
  try {
    if (mayStore() && text.length <= LONGEST) localStorage.setItem(PREFIX + name, text);
  } catch {
    // The storage is full. This is only for convenience.
  }
}

/** What was stored for the current person; undefined if there is nothing. */
export function recall(name: string): { at: number; value: unknown } | undefined {
  const stored = readJson<Stored | null>("localStorage", PREFIX + name, null);
  return stored && stored.owner === owner() ? { at: stored.at, value: stored.value } : undefined;
}

/** The names of what is stored that begin like this, oldest first if they tell when. */
export function storedNames(beginning: string): string[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + beginning));
  return keys.map((key) => key.slice(PREFIX.length)).toSorted();
}

export function drop(name: string): void {
  localStorage.removeItem(PREFIX + name);
}

/** Removes what was stored before the operator turned it off. */
export function dropUnwanted(): void {
  if (!mayStore()) for (const name of storedNames("")) drop(name);
}

let last: { address: string; at: number } | undefined;

/** Since when something on this page is old, in ms; 0 if nothing is. */
export const oldSince = (): number => (last?.address === location.href ? last.at : 0);

/** What the page shows is being read again. */
export function forgetAge(): void {
  last = undefined;
}

/** Tells the page that it shows something of this time. */
export function showsOld(at: number): void {
  last = { address: location.href, at: oldSince() ? Math.min(at, oldSince()) : at };
  dispatchEvent(new CustomEvent(SHOWS_OLD, { detail: last.at }));
}

/** Removes all but the latest of what is stored under names that begin like this. */
function keepLatest(beginning: string, most: number): void {
  const names = storedNames(beginning);
  if (names.length <= most) return;
  const at = new Map(names.map((name) => [name, recall(name)?.at ?? 0]));
  for (const name of names.toSorted((one, other) => at.get(other)! - at.get(one)!).slice(most)) drop(name);
}

/**
 * Reads something and stores it; without a response, what was stored.
 * @param name what it is and which one, such as `order-4711`
 * @param most how many of its kind stay stored: those that were read last
 * @throws the failure of `read` if nothing is stored
 */
export async function orStored<T>(name: `${string}-${string | number}`, read: () => Promise<T>, most: number): Promise<T> {
  const asked = owner();
  try {
    const value = await read();
    // The person may have changed meanwhile.
    if (owner() === asked) {
      store(name, value);
      keepLatest(name.slice(0, name.indexOf("-") + 1), most);
    }
    return value;
  } catch (error) {
    const stored = isUnanswered(error) ? recall(name) : undefined;
    if (!stored) throw error;
    showsOld(stored.at);
    return stored.value as T; // stored above
  }
}

declare global {
  interface WindowEventMap {
    [SHOWS_OLD]: CustomEvent<number>;
  }
}
