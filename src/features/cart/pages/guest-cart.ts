import { manyProducts } from "#features/catalogue/contract.ts";
import { call, CallError } from "#web/call.ts";
import { randomKey } from "#web/random-key.ts";
import { readJson } from "#web/stored-json.ts";
import { MAX_LINES, addedMessage, fullMessage, removedMessage, type GuestItem } from "../contract.ts";
import { shortageMessage } from "#features/stock/words.ts";
import { t } from "#words/t.ts";
import type { CartProduct, CartStorage, Line } from "./engine/cart-state.ts";
import { isGuestItem, isMergeId } from "./guest-items.ts";

/** Local storage key of a guest's cart. */
export const GUEST_CART = "cart";

interface Stored {
  items: GuestItem[];
  /** Set while the cart is being merged into an account. */
  mergeId?: string;
}

function stored(): Stored {
  const { items, mergeId } = readJson<{ items?: unknown; mergeId?: unknown }>("localStorage", GUEST_CART, {});
  // Only what the server accepts.
  const accepted = Array.isArray(items) ? items.filter(isGuestItem).slice(0, MAX_LINES) : [];
  return { items: accepted, ...(isMergeId(mergeId) && { mergeId }) };
}

export function guestItems(): GuestItem[] {
  return stored().items;
}

export function storeGuestItems(items: GuestItem[]): void {
  // Changed items make another cart to merge, so the mergeId is dropped.
  if (items.length > 0) localStorage.setItem(GUEST_CART, JSON.stringify({ items }));
  else localStorage.removeItem(GUEST_CART);
}

/** The id under which this cart is merged into an account: the same until the server has responded. */
export function mergeIdOfGuestCart(): string {
  const cart = stored();
  const mergeId = cart.mergeId ?? randomKey();
  localStorage.setItem(GUEST_CART, JSON.stringify({ ...cart, mergeId }));
  return mergeId;
}

export function deleteGuestCart(): void {
  localStorage.removeItem(GUEST_CART);
}

const readProducts = async (ids: string[]) => (ids.length > 0 ? (await call(manyProducts, { ids, unsold: true })).data : []);

/** Stores a guest's cart in the browser as ids and quantities; everything else is loaded from the server. */
export const guestStorage: CartStorage = {
  async read() {
    const asked = guestItems().map(({ productId }) => productId);
    const products = new Map((await readProducts(asked)).map((product) => [product._id, product]));
    const gone = new Set(asked.filter((productId) => !products.has(productId)));
    // Read again, because a click may have changed or added something since.
    const items = guestItems().filter(({ productId }) => !gone.has(productId));
    if (gone.size > 0) storeGuestItems(items);
    return items.flatMap(({ productId, quantity }): Line[] => {
      const product = products.get(productId);
      return product ? [{ id: productId, product, quantity }] : [];
    });
  },

  async add(product) {
    const known = guestItems().find(({ productId }) => productId === product._id);
    if (!known && guestItems().length >= MAX_LINES) throw new CallError(409, fullMessage());
    if (!known) storeGuestItems([...guestItems(), { productId: product._id, quantity: 1 }]);
    const fresh = await withCurrentStock(product);
    if (!fresh || fresh.stock === 0) {
      storeGuestItems(guestItems().filter(({ productId }) => productId !== product._id));
      throw fresh ? new CallError(409, shortageMessage({ ...product, stock: 0 })) : new CallError(404, t("Product not found"));
    }
    return { line: { id: product._id, product: fresh, quantity: known?.quantity ?? 1 }, message: addedMessage() };
  },

  async setQuantity(line, quantity) {
    storeGuestItems(guestItems().map((item) => (item.productId === line.id ? { ...item, quantity } : item)));
    return { line: { ...line, quantity } };
  },

  async remove(line) {
    storeGuestItems(guestItems().filter(({ productId }) => productId !== line.id));
    return { message: removedMessage() };
  },
};

/** The product with its current stock, or as already known if the server does not respond. */
async function withCurrentStock(product: CartProduct): Promise<CartProduct | undefined> {
  try {
    return (await readProducts([product._id]))[0];
  } catch {
    return product;
  }
}
