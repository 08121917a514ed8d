import { useSyncExternalStore } from "react";
import { messageOf } from "#web/call.ts";
import { logFailure } from "#web/log-failure.ts";
import { currentSession, onSessionChange } from "#web/session/session.ts";
import { MAX_QUANTITY } from "../contract.ts";
import { shortageMessage } from "#features/stock/words.ts";
import { amountOf } from "#shared/weights.ts";
import { t } from "#words/t.ts";
import { accountStorage } from "./account-cart.ts";
import { EMPTY, type CartProduct, type CartState, type Line } from "./engine/cart-state.ts";
import { mostOf, oneLess } from "./engine/quantity-limits.ts";
import { openCart } from "./engine/cart-engine.ts";
import { say } from "./cart-toasts.ts";
import { GUEST_CART, guestStorage } from "./guest-cart.ts";
import { lasting } from "./lasting-cart.ts";

const cart = openCart({
  done: say.done,
  removed: say.removed,
  refused: (error) => say.refused(messageOf(error)),
  failed: (error) => logFailure("the cart", error),
});

/** Milliseconds after which the cart is read again when someone returns to the tab. */
const OLD = 30_000;

let started = false;

/** Makes the other tabs read the cart again. */
let tellTabs: () => void = () => {};

/** Opens the cart of the current person, and keeps the tabs in sync. */
function start(): void {
  started = true;
  let lookedAt = Date.now();
  const channel = new BroadcastChannel("despensa-cart");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin, no window
  tellTabs = () => channel.postMessage("changed");
  const account = lasting(cart, accountStorage(tellTabs));
  const guest = lasting(cart, guestStorage);
  const open = () => void cart.switchTo(currentSession().status === "signed-in" ? account : guest);
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
  onSessionChange(open);
  open();
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

/** Adds one piece, unless the product is in the cart; the shop's message is toasted (CART-4). */
export function addOne(product: CartProduct): void {
  if (cart.state().lines.some((line) => line.product._id === product._id)) return;
  say.putBack(product._id);
  cart.change(product, 1);
}

/** One more (CARD-3); says `Item added` (CART-4). */
export function plusOne({ product }: Line): void {
  setTo(product, quantityNow(product) + 1, t("Item added"));
}

/** One less (CARD-3), which at 1 removes the line (CARD-4); says `Item remove` (CART-4). */
export function minusOne({ product }: Line): void {
  const quantity = oneLess(product, quantityNow(product));
  if (quantity > 0) say.done(t("Item remove"));
  cart.change(product, quantity);
}

/** Sets a typed quantity. */
export function setQuantity({ product }: Line, typed: number): void {
  setTo(product, typed, typed > quantityNow(product) ? t("Item added") : t("Item remove"));
}

/** Not the last rendered quantity: clicks may come faster than renders. */
function quantityNow({ _id }: CartProduct): number {
  return cart.state().lines.find(({ product }) => product._id === _id)?.quantity ?? 0;
}

function setTo(product: CartProduct, quantity: number, words: string): void {
  const most = mostOf(product);
  if (quantity > most)
    say.refused(
      most === MAX_QUANTITY
        ? t("At most {most} of one product", { most: amountOf(most, product.weighed) })
        : shortageMessage({ ...product, stock: most }),
    );
  else say.done(words);
  if (most > 0) cart.change(product, Math.min(quantity, most));
}

/** Sets a quantity that the shop asked for; nothing is toasted. */
export function setQuietly(product: CartProduct, quantity: number): void {
  cart.change(product, quantity);
}

export const reloadCart = cart.reload;
/** The cart itself, for what is loaded after the page. */
export const theCart = cart;

/** Empties the cart of every tab after its products were ordered. */
export function forgetCart(): void {
  cart.forget();
  tellTabs();
}
