import { useSyncExternalStore } from "react";
import { notifyManager } from "@tanstack/react-query";
import { toast } from "#ui/toast/toast.ts";
import { call, CallError, detailsOf, isRefused, messageOf, type Answer } from "#web/call.ts";
import { queries } from "#web/queries.ts";
import { currentSession, onSessionChange, personalKey } from "#web/session/session.ts";
import { readJson } from "#web/stored-json.ts";
import { markPicked, MOST_MARKS, type PickLine, type pickList } from "../contract.ts";
import { PICK, readPickAgain, readPickSoon } from "./use-pick.ts";

type Shown = PickLine["mark"];
type LineOf = Pick<PickLine, "_id" | "position" | "productId">;
type Unsent = LineOf & { mark: Shown };

/** Marks made here that the shop does not have yet. They survive a reload, and are sent once there is a connection. */
const STORED = "pick-unsent";
const RETRY_MS = 3000;

let unsent: ReadonlyMap<string, Unsent> = new Map();
let isRead = false;
let isListening = false;
let sending = false;
const listeners = new Set<() => void>();

/** What identifies a line. */
export const lineKey = ({ _id, position }: Pick<PickLine, "_id" | "position">) => `${_id} ${position}`;

function change(next: ReadonlyMap<string, Unsent>): void {
  unsent = next;
  if (next.size > 0) localStorage.setItem(STORED, JSON.stringify([...next.values()]));
  else localStorage.removeItem(STORED);
  for (const listener of listeners) listener();
}

/** Marks lines, at once here and as soon as possible in the shop. */
export function markLines(lines: readonly LineOf[], mark: (line: LineOf) => Shown): void {
  const next = new Map(current());
  for (const line of lines) {
    const { _id, position, productId } = line;
    next.set(lineKey(line), { _id, position, productId, mark: mark(line) });
  }
  change(next);
  void send();
}

async function send(): Promise<void> {
  if (sending || unsent.size === 0) return;
  sending = true;
  const batch = [...unsent.values()].slice(0, MOST_MARKS);
  try {
    await sendBatch(batch);
  } catch {
    setTimeout(() => void send(), RETRY_MS);
    return;
  } finally {
    sending = false;
  }
  if (unsent.size > 0) void send();
}

/** @throws when there was no response, so that it has to be sent again */
async function sendBatch(batch: readonly Unsent[]): Promise<void> {
  try {
    await call(markPicked, { lines: batch.map(toRequest) });
    await showMarked(batch);
    // Loads what the orders cost now, since live updates may be disconnected.
    readPickSoon();
  } catch (error) {
    if (!isRefused(error)) throw error;
    const orders = Map.groupBy(batch, ({ _id }) => _id);
    if (orders.size > 1) {
      // One order was refused: the others are not its fault.
      for (const lines of orders.values()) await sendBatch(lines);
      return;
    }
    if (batch.length > 1 && !isClosed(error)) {
      for (const line of batch) await sendBatch([line]);
      return;
    }
    toast.error(messageOf(error));
    drop(batch);
    await readPickAgain();
  }
}

/** Whether an order takes no marks at all, because it is packed, sent or canceled. */
function isClosed(error: CallError): boolean {
  const details: { status?: string } | undefined = detailsOf(error, 409); // as the shop sends it
  return details?.status !== undefined;
}

function toRequest({ _id, position, productId, mark }: Unsent) {
  if (!mark) return { orderId: _id, position, productId, mark: null };
  const { found, grams, noneLeft, replacement } = mark;
  const { productId: otherId = "", quantity = 0, grams: weight } = replacement ?? {};
  const replaced = replacement && { replacement: { productId: otherId, quantity, ...(weight && { grams: weight }) } };
  return { orderId: _id, position, productId, mark: { found, ...(grams && { grams }), noneLeft, ...replaced } };
}

/** Forgets marks, unless they were changed again meanwhile. */
function drop(batch: readonly Unsent[]): void {
  const next = new Map(unsent);
  for (const one of batch) if (next.get(lineKey(one)) === one) next.delete(lineKey(one));
  change(next);
}

/** The shop has them: the lists here show them until they are loaded again. */
async function showMarked(batch: readonly Unsent[]): Promise<void> {
  const marks = new Map(batch.map((one) => [lineKey(one), one.mark]));
  const lists = { queryKey: personalKey(currentSession().person, [...PICK, "list"]) };
  // A list that is on its way may be older than these marks.
  void queries.cancelQueries(lists);
  queries.setQueriesData<Answer<typeof pickList>["data"]>(lists, (list) => list && { ...list, lines: withMarks(list.lines, marks) });
  // The lists change a moment later. Dropped before that, marks would be gone for this moment.
  await new Promise<void>((resolve) => notifyManager.schedule(resolve));
  drop(batch);
}

function withMarks(lines: readonly PickLine[], marks: ReadonlyMap<string, Shown>): PickLine[] {
  return lines.map((line) => {
    const mark = marks.get(lineKey(line));
    return mark === undefined ? line : { ...line, mark };
  });
}

function current(): ReadonlyMap<string, Unsent> {
  if (isRead) return unsent;
  isRead = true;
  const stored = readJson<Unsent[]>("localStorage", STORED, []);
  unsent = new Map(stored.map((one) => [lineKey(one), one]));
  listen();
  if (unsent.size > 0) void send();
  return unsent;
}

/** Only once, though the marks are read again after each change of the session. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  onSessionChange(() => {
    isRead = false;
    unsent = new Map();
  });
  addEventListener("online", () => void send());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: ReadonlyMap<string, Unsent> = new Map();

/** Lines with the marks made here, and how many of those the shop does not have yet. */
export function useMarked(lines: readonly PickLine[]): { lines: readonly PickLine[]; waiting: number } {
  const own = useSyncExternalStore(subscribe, current, () => NONE);
  if (own.size === 0) return { lines, waiting: 0 };
  return { lines: withMarks(lines, new Map([...own].map(([key, { mark }]) => [key, mark]))), waiting: own.size };
}
