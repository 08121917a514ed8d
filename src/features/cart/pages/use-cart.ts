import { useSyncExternalStore } from "react";
import { messageOf } from "#web/call.ts";
import { logFailure } from "#web/log-failure.ts";
import { currentSession, onSessionChange } from "#web/session.ts";
import { MAX_QUANTITY } from "../contract.ts";
import { shortageMessage } from "../rules.ts";
import { accountKeeper } from "./account-cart.ts";
import { EMPTY, mostOf, oneLess, openCart, type CartProduct, type CartState, type Line } from "./cart-engine.ts";
import { say } from "./cart-toasts.tsx";
import { GUEST_CART, guestKeeper } from "./guest-cart.ts";

const cart = openCart({
  done: say.done,
  refused: (error) => say.refused(messageOf(error)),
  unread: (error) => logFailure("the cart", error),
});

/** A cart that was looked at this long ago (ms) is read again when the person comes back to the tab. */
const OLD = 30_000;

let started = false;

/** Lets the other tabs read the cart again. */
let tellTabs: () => void = () => {};

/** Takes the cart of whoever uses the browser in hand, and keeps the tabs together. */
function start(): void {
  started = true;
  let lookedAt = Date.now();
  const channel = new BroadcastChannel("despensa-cart");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin, no window
  tellTabs = () => channel.postMessage("changed");
  const account = accountKeeper(tellTabs);
  const take = () => void cart.take(currentSession().status === "signed-in" ? account : guestKeeper);
  const reload = () => {
    lookedAt = Date.now();
    void cart.reload();
  };
  channel.addEventListener("message", reload);
  addEventListener("storage", ({ key }) => {
    if (key === GUEST_CART && currentSession().status === "signed-out") reload();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && Date.now() - lookedAt > OLD) reload();
  });
  addEventListener("online", reload);
  onSessionChange(take);
  take();
}

function subscribe(listener: () => void): () => void {
  const end = cart.subscribe(listener);
  if (!started) start();
  return end;
}

const empty = () => EMPTY;
const none = () => undefined;

/** The cart: a guest's or the account's (CART-6, ACC-11). */
export function useCart(): CartState {
  return useSyncExternalStore(subscribe, cart.state, empty);
}

/** The line of one product, or undefined while it is not in the cart. */
export function useCartLine(productId: string): Line | undefined {
  const line = () => cart.state().lines.find(({ product }) => product._id === productId);
  return useSyncExternalStore(subscribe, line, none);
}

/** Puts one piece into the cart; the keeper's words are toasted (CART-4). */
export function addOne(product: CartProduct): void {
  if (!cart.state().lines.some((line) => line.product._id === product._id)) cart.wish(product, 1);
}

/** One more (CARD-3); says `Item added` (CART-4). */
export function plusOne({ product }: Line): void {
  setTo(product, quantityNow(product) + 1, "Item added");
}

/** One less (CARD-3), at 1 out of the cart (CARD-4); says `Item remove` (CART-4). */
export function minusOne({ product }: Line): void {
  const quantity = oneLess(product, quantityNow(product));
  if (quantity > 0) say.done("Item remove");
  cart.wish(product, quantity);
}

/** A quantity that was typed. */
export function setQuantity({ product }: Line, typed: number): void {
  setTo(product, typed, typed > quantityNow(product) ? "Item added" : "Item remove");
}

/** Not the quantity of the last picture of the page: clicks may come quicker than pictures. */
function quantityNow({ _id }: CartProduct): number {
  return cart.state().lines.find(({ product }) => product._id === _id)?.quantity ?? 0;
}

function setTo(product: CartProduct, quantity: number, words: string): void {
  const most = mostOf(product);
  if (quantity > most) say.refused(most === MAX_QUANTITY ? `At most ${MAX_QUANTITY} of one product` : shortageMessage(product.name, most));
  else say.done(words);
  if (most > 0) cart.wish(product, Math.min(quantity, most));
}

/** A quantity that the shop has asked for: nothing to tell. */
export function setQuietly(product: CartProduct, quantity: number): void {
  cart.wish(product, quantity);
}

/** Reads the cart again: the shop may have changed it. */
export const reloadCart = cart.reload;

/** The products were ordered: they are in the cart of no tab any more. */
export function forgetCart(): void {
  cart.forget();
  tellTabs();
}
