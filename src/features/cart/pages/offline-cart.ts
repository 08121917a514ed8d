import { ownerOfTokens } from "#web/session/tokens.ts";
import { isUnanswered, pause, PAUSES } from "#web/sending/insist.ts";
import { drop, recall, showsOld, store, storedNames } from "#web/offline/stored.ts";
import { toast } from "#ui/toast/toast.ts";
import { t } from "#words/t.ts";
import type { Cart, CartChange, CartState, Line, Lines } from "./cart-engine.ts";

/** Names of what is stored. Those of each tab's unsent changes begin with this, and are locked while the tab is open. */
const CART = "cart";
const UNSENT = "unsent-cart";
const OWN = `${UNSENT}-${Date.now()}-${Math.random()}`;
/** How long (ms) unsent changes are worth sending after a reload. */
const FRESH_MS = 24 * 60 * 60_000;

/** The cart as it was when it was last read, with what other tabs are waiting to send. @throws the failure if none is stored */
export async function readStored(failure: unknown): Promise<Lines> {
  const stored = recall(CART);
  if (!stored) throw failure;
  showsOld(stored.at);
  const lines = new Map((stored.value as Line[]).map((line) => [line.product._id, line])); // stored below
  for (const name of await lockedNames())
    for (const { product, quantity } of recallChanges(name)) lines.set(product._id, { id: "", product, quantity });
  return Object.assign([...lines.values()], { isOld: true as const });
}

/** The names of the changes that other open tabs have stored. */
async function lockedNames(): Promise<string[]> {
  const { held = [] } = "locks" in navigator ? await navigator.locks.query() : {};
  return held.flatMap(({ name = "" }) => (name.startsWith(UNSENT) && name !== OWN ? [name] : []));
}

/** The changes stored under a name, unless they are too old to be sent. */
function recallChanges(name: string): CartChange[] {
  const stored = recall(name);
  return stored && Date.now() - stored.at <= FRESH_MS ? (stored.value as CartChange[]) : []; // stored below
}

/** Takes over the changes of tabs that are closed by now: each by one tab, so that they are sent once. */
async function takeOver(change: Cart["change"]): Promise<void> {
  for (const name of storedNames(UNSENT)) {
    if (name === OWN) continue;
    const take = () => {
      for (const { product, quantity } of recallChanges(name)) change(product, quantity);
      drop(name);
    };
    // Web Locks need https or localhost; elsewhere two tabs may send the same quantity.
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were stored
    await ("locks" in navigator ? navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && take()) : take());
  }
}

/** Changes that got no response. */
const waiting: { turn: number; begin: () => void }[] = [];
let isSending = false;

/** Begins with the oldest waiting change once the browser is online. */
async function beginNext(): Promise<void> {
  if (isSending || waiting.length === 0) return;
  isSending = true;
  await online();
  waiting.sort((one, other) => one.turn - other.turn);
  waiting.shift()?.begin();
}

/**
 * Sends a change again that got no response: each change says how many there should be, so it may arrive twice. Changes made offline
 * wait until the browser is online, and are then sent one after the other, in order.
 * @param turn the place of this change among all changes; their failures may arrive in another order
 * @throws the failure when it is final
 */
export async function sendAgain<T>(failure: unknown, send: () => Promise<T>, turn: number): Promise<T> {
  const owner = ownerOfTokens();
  await new Promise<void>((begin) => {
    waiting.push({ turn, begin });
    void beginNext();
  });
  try {
    return await insist(failure, send, owner);
  } finally {
    isSending = false;
    void beginNext();
  }
}

async function insist<T>(failure: unknown, send: () => Promise<T>, owner: string | undefined): Promise<T> {
  let last = failure;
  for (let tries = 0; tries < PAUSES.length; tries++) {
    if (!navigator.onLine) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await online();
      tries = 0;
    }
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await pause(PAUSES[tries]!);
    // Someone else has another cart.
    if (ownerOfTokens() !== owner) break;
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      return await send();
    } catch (error) {
      last = error;
      if (!isUnanswered(error)) break;
    }
  }
  throw last;
}

async function online(): Promise<void> {
  if (navigator.onLine) return;
  toast.info(t("You are offline. We'll update your cart when you're back."), { id: "cart-offline" });
  await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
}

let isKept = false;
/** Releases the lock on this tab's changes. */
let unlock: (() => void) | undefined;

/** From now on, stores the cart and its unsent changes for the next time this page is opened. */
export function keepCart({ state, known, unsent, subscribe, change }: Cart): void {
  if (isKept) return;
  isKept = true;
  let before: CartState | undefined;
  let at = 0;
  const keep = () => {
    const now = state();
    const isShown = now.status === "ready" || now.status === "old";
    const wasShown = before?.status === "ready" || before?.status === "old";
    if (now.status === "ready" && before?.status !== "ready") at = Date.now();
    before = now;
    if (now.status === "ready") {
      // A guest's empty cart is read without a call, so there is nothing to store.
      if (now.lines.length > 0 || ownerOfTokens()) store(CART, known(), at);
      else drop(CART);
    }
    if (isShown) keepUnsent(unsent());
    if (isShown && !wasShown) void takeOver(change);
  };
  addEventListener("online", () => before && before.status !== "loading" && void takeOver(change));
  keep();
  subscribe(keep);
}

/** Stores the changes of this tab, and locks them until they are sent. */
function keepUnsent(changes: readonly CartChange[]): void {
  if (changes.length > 0) {
    if (!unlock) {
      const sent = new Promise<void>((resolve) => void (unlock = resolve));
      if ("locks" in navigator) void navigator.locks.request(OWN, () => sent);
    }
    store(OWN, changes);
  } else if (unlock) {
    drop(OWN);
    unlock();
    unlock = undefined;
  }
}
