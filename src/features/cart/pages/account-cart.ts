import { call, CallError } from "#web/call.ts";
import { addToCart, deleteCartLine, getCart, mergeCart, messages, updateQuantity, type CartLine } from "../contract.ts";
import type { Keeper, Line } from "./cart-engine.ts";
import { dropGuestCart, guestItems, mergeIdOfGuestCart } from "./guest-cart.ts";

const toLine = ({ _id, productId, quantity }: CartLine): Line => ({ id: _id, product: productId, quantity });

/** Keeps the cart in the account (API-22). `tell` lets the other tabs know that it changed. */
export function accountKeeper(tell: () => void): Keeper {
  return {
    async read() {
      if (guestItems().length > 0) await handOver(tell);
      return (await call(getCart, undefined)).data.map(toLine);
    },
    async add({ _id }) {
      const { data, message } = await call(addToCart, { productId: _id });
      tell();
      return { line: toLine(data), message };
    },
    async setQuantity({ id }, quantity) {
      const { data } = await call(updateQuantity, { _id: id, qty: quantity });
      tell();
      return { line: toLine(data) };
    },
    async remove({ id }) {
      const { message } = await call(deleteCartLine, { _id: id }).catch((error: unknown) => {
        // Another tab or device was quicker: it is out, as wished.
        if (error instanceof CallError && error.status === 404) return { message: messages.removed };
        throw error;
      });
      tell();
      return { message };
    },
  };
}

/**
 * Puts what the visitor had collected into the account's cart (CART-6). The guest's cart goes only after the answer; until
 * then it is handed over again at the next start, under the same name, so that nothing counts twice.
 */
async function handOver(tell: () => void): Promise<void> {
  const merge = () => mergeGuestCart(tell);
  // Web Locks exist only on https and localhost; elsewhere the mergeId alone has to do.
  await ("locks" in navigator ? navigator.locks.request("despensa-merge", merge) : merge());
}

async function mergeGuestCart(tell: () => void): Promise<void> {
  const items = guestItems();
  if (items.length === 0) return;
  try {
    await call(mergeCart, { items, mergeId: mergeIdOfGuestCart() });
  } catch (error) {
    // What the shop refuses now must not hide the account's own cart; it is handed over again with the next read.
    if (error instanceof CallError && error.status >= 400 && error.status < 500) return;
    throw error;
  }
  dropGuestCart();
  tell();
}
