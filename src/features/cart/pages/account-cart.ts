import { call, CallError, isRefused } from "#web/call.ts";
import { addToCart, deleteCartLine, getCart, mergeCart, removedMessage, updateQuantity, type CartLine } from "../contract.ts";
import type { CartStorage, Line } from "./engine/cart-state.ts";
import { deleteGuestCart, guestItems, mergeIdOfGuestCart } from "./guest-cart.ts";

const toLine = ({ _id, productId, quantity }: CartLine): Line => ({ id: _id, product: productId, quantity });

/** Changes arrive even if a link is followed right after the press. */
const WRITE = { keepalive: true };

/** Stores the cart in the account (API-22). `tell` notifies the other tabs of a change. */
export function accountStorage(tell: () => void): CartStorage {
  return {
    async read() {
      if (guestItems().length > 0) await mergeOnce(tell);
      return (await call(getCart, undefined)).data.map(toLine);
    },
    async add({ _id }) {
      const { data, message } = await call(addToCart, { productId: _id }, WRITE);
      tell();
      return { line: toLine(data), message };
    },
    async setQuantity({ id }, quantity) {
      const { data } = await call(updateQuantity, { _id: id, qty: quantity }, WRITE);
      tell();
      return { line: toLine(data) };
    },
    async remove({ id }) {
      const { message } = await call(deleteCartLine, { _id: id }, WRITE).catch((error: unknown) => {
        // Another tab or device removed it first.
        if (error instanceof CallError && error.status === 404) return { message: removedMessage() };
        throw error;
      });
      tell();
      return { message };
    },
  };
}

/**
 * Merges the guest's cart into the account's (CART-6). The guest's cart is deleted only after the response. Until then it is
 * sent again on the next load with the same mergeId, so that nothing is added twice.
 */
async function mergeOnce(tell: () => void): Promise<void> {
  const merge = () => mergeGuestCart(tell);
  // Web Locks need https or localhost; elsewhere the mergeId alone prevents merging twice.
  await ("locks" in navigator ? navigator.locks.request("despensa-merge", merge) : merge());
}

async function mergeGuestCart(tell: () => void): Promise<void> {
  const items = guestItems();
  if (items.length === 0) return;
  try {
    await call(mergeCart, { items, mergeId: mergeIdOfGuestCart() });
  } catch (error) {
    // A refusal must not hide the account's own cart; the next load tries again.
    if (isRefused(error)) return;
    throw error;
  }
  deleteGuestCart();
  tell();
}
