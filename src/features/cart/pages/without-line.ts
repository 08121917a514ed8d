import { ownerOfTokens } from "#web/tokens.ts";
import { isUnanswered, pause, PAUSES } from "#web/insist.ts";
import { drop, recall, showsOld, store } from "#web/offline/stored.ts";
import { toast } from "#ui/toast.ts";
import { t } from "#words/t.ts";
import type { Cart, CartChange, CartState, Lines } from "./cart-engine.ts";

/** Names of what is stored. */
const CART = "cart";
const UNSENT = "unsent-cart";
/** How long (ms) unsent changes are worth sending after a reload. */
const FRESH_MS = 24 * 60 * 60_000;

/** The cart as it was when it was last read. @throws the failure if none is stored */
export function readStored(failure: unknown): Lines {
  const stored = recall(CART);
  if (!stored) throw failure;
  showsOld(stored.at);
  return Object.assign(stored.value as Lines, { isOld: true as const }); // stored below
}

/** Changes that got no response. */
const waiting: { turn: number; begin: () => void }[] = [];
let isSending = false;

/** Begins with the oldest waiting change once there is a line. */
async function beginNext(): Promise<void> {
  if (isSending || waiting.length === 0) return;
  isSending = true;
  await online();
  waiting.sort((one, other) => one.turn - other.turn);
  waiting.shift()?.begin();
}

/**
 * Sends a change again that got no response: each change says how many there should be, so it may arrive twice. Changes made offline
 * wait for the line, and are then sent one after the other, in order.
 * @param turn what the order of the changes is told by; their failures may come in another
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

/** Keeps the cart and its unsent changes for the next time this page is opened, from now on. */
export function keepCart({ state, unsent, subscribe, change }: Cart): void {
  if (isKept) return;
  isKept = true;
  let before: CartState | undefined;
  let at = 0;
  /** Whether the stored changes are this tab's. */
  let isMine = false;
  const keep = () => {
    const now = state();
    const isShown = now.status === "ready" || now.status === "old";
    const wasShown = before?.status === "ready" || before?.status === "old";
    if (now.status === "ready" && before?.status !== "ready") at = Date.now();
    before = now;
    if (now.status === "ready") {
      // A guest's empty cart is read without a call, so there is nothing to store.
      if (now.lines.length > 0 || ownerOfTokens()) store(CART, now.lines, at);
      else drop(CART);
    }
    if (isShown && !wasShown) restore();
    if (isShown) keepUnsent();
  };
  const restore = () => {
    const stored = recall(UNSENT);
    if (!stored || Date.now() - stored.at > FRESH_MS) return;
    isMine = true;
    for (const { product, quantity } of stored.value as CartChange[]) change(product, quantity);
  };
  const keepUnsent = () => {
    const changes = unsent();
    if (changes.length > 0) store(UNSENT, changes);
    else if (isMine) drop(UNSENT);
    isMine = changes.length > 0;
  };
  keep();
  subscribe(keep);
}
