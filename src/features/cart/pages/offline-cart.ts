import { lastResponded, noResponse } from "#web/call.ts";
import { ownerOfTokens } from "#web/session/tokens.ts";
import { isUnanswered, pause, PAUSES } from "#web/sending/insist.ts";
import { drop, recall, showsOld, store, storedNames } from "#web/offline/stored.ts";
import { toast } from "#ui/toast/toast.ts";
import { t } from "#words/t.ts";
import type { Cart, CartChange, CartState, Line, Lines } from "./engine/cart-state.ts";
import { queueChanges, type Turn } from "./lasting-cart.ts";

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
    for (const { product, quantity } of recallChanges(name).changes) lines.set(product._id, { id: "", product, quantity });
  return Object.assign([...lines.values()], { isOld: true as const });
}

/** The names of the changes that other open tabs have stored. */
async function lockedNames(): Promise<string[]> {
  const { held = [] } = "locks" in navigator ? await navigator.locks.query() : {};
  return held.flatMap(({ name = "" }) => (name.startsWith(UNSENT) && name !== OWN ? [name] : []));
}

/** The changes stored under a name that are worth sending. */
function recallChanges(name: string): { changes: readonly CartChange[]; areTooOld: boolean } {
  const { at, value } = recall(name) ?? { at: Date.now(), value: [] };
  const areTooOld = Date.now() - at > FRESH_MS;
  return { changes: areTooOld ? [] : (value as CartChange[]), areTooOld }; // stored below
}

/** Takes over the changes of tabs that are closed by now: each by one tab, so that they are sent once. */
async function takeOver(change: Cart["change"]): Promise<void> {
  for (const name of storedNames(UNSENT)) {
    if (name === OWN) continue;
    const take = () => {
      const { changes, areTooOld } = recallChanges(name);
      queueChanges(sendAgain);
      for (const { product, quantity } of changes) change(product, quantity);
      drop(name);
      void beginNext();
      if (areTooOld) toast.info(t("Some cart changes are more than a day old and were not saved. Check your cart."), { id: "cart-old" });
    };
    // Web Locks need https or localhost; elsewhere two tabs may send the same quantity.
    // oxlint-disable-next-line no-await-in-loop -- in the order in which they were stored
    await ("locks" in navigator ? navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && take()) : take());
  }
}

/** Changes that got no response, or wait behind such a change. */
const waiting: { turn: Turn; begin: () => void }[] = [];
let isSending = false;

/** Begins with the oldest waiting change. */
async function beginNext(): Promise<void> {
  if (isSending) return;
  queueChanges(waiting.length > 0 ? sendAgain : undefined);
  if (waiting.length === 0) return;
  isSending = true;
  // Several may fail, or be taken over, at the same time.
  await Promise.resolve();
  waiting.sort(({ turn: one }, { turn: other }) => one.number - other.number);
  waiting.shift()?.begin();
}

/**
 * Sends a change until the shop responds: each change says how many there should be, so it may arrive twice. One is sent after the other,
 * in order; they may have failed in another.
 * @throws the refusal
 */
export async function sendAgain<T>(send: () => Promise<T>, turn: Turn): Promise<T> {
  await new Promise<void>((begin) => {
    waiting.push({ turn, begin });
    void beginNext();
  });
  try {
    return await sendUntilResponse(send, turn);
  } finally {
    isSending = false;
    void beginNext();
  }
}

async function sendUntilResponse<T>(send: () => Promise<T>, { owner }: Turn): Promise<T> {
  for (let tries = 0; ; tries++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (await wentOnline()) tries = 0;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await pauseBefore(tries, owner);
    // Someone else has another cart.
    if (ownerOfTokens() !== owner) throw noResponse();
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      return await send();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
  }
}

/** Longest pause (ms) between two tries. */
const LONGEST_PAUSE_MS = 20_000;
/** How often (ms) a long pause looks whether it may end. */
const LOOK_MS = 1000;

/** Pauses longer with each try. A long pause ends when the shop has responded to another call, when the browser is offline, or with the session. */
async function pauseBefore(tries: number, owner: string | undefined): Promise<void> {
  if (tries < PAUSES.length) return void (await pause(PAUSES[tries]!));
  if (tries === PAUSES.length) toast.info(t("The shop isn't responding. We'll update your cart when it does."), { id: "cart-offline" });
  const looks = Math.min(LONGEST_PAUSE_MS, LOOK_MS * 2 ** tries) / LOOK_MS;
  for (let look = 0; look < looks && navigator.onLine && ownerOfTokens() === owner; look++) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await pause(LOOK_MS);
    if (lastResponded()) return undefined;
  }
  return undefined;
}

/** Waits until the browser is online. @returns whether it was not */
async function wentOnline(): Promise<boolean> {
  if (navigator.onLine) return false;
  toast.info(t("You are offline. We'll update your cart when you're back."), { id: "cart-offline" });
  await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
  return true;
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
    if (isShown || now.status === "failed") keepUnsent(unsent());
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
