import type { Product } from "#features/catalogue/contract.ts";
import { MAX_QUANTITY } from "../contract.ts";

/** What a cart shows of a product. `stock` is missing until the shop has told it: cached pages do not know it. */
export type CartProduct = Pick<Product, "_id" | "name" | "image" | "unit" | "price" | "discount"> & { stock?: number };

/** A product in the cart, and how many pieces of it. */
export interface Line {
  /** The id of the line; a guest's line has its product's. */
  id: string;
  product: CartProduct;
  quantity: number;
}

/** Keeps a cart: in the account, or in the browser of a guest. Each step answers with the words for the person. */
export interface Keeper {
  read(): Promise<Line[]>;
  /** One piece; a product already there stays as it is. */
  add(product: CartProduct): Promise<{ line: Line; message: string }>;
  setQuantity(line: Line, quantity: number): Promise<{ line: Line }>;
  remove(line: Line): Promise<{ message: string }>;
}

/** How the cart speaks to the person. */
export interface Voice {
  done: (message: string, undo?: () => void) => void;
  /** Why a wish was not, or is no longer, met. */
  refused: (error: unknown) => void;
  /** Why the cart could not be read. */
  unread: (error: unknown) => void;
}

/** `failed`: the cart could not be read. */
export type CartStatus = "unknown" | "loading" | "ready" | "failed";

/** A cart as it is shown. */
export interface CartState {
  status: CartStatus;
  /** As the person wishes them: what is on its way already counts. */
  lines: readonly Line[];
  /** Something is not answered yet. */
  busy: boolean;
}

/** A cart of which nothing is known yet. */
export const EMPTY: CartState = { status: "unknown", lines: [], busy: false };

/** The most pieces of a product that can be asked for. */
export function mostOf({ stock = MAX_QUANTITY }: CartProduct): number {
  return Math.min(stock, MAX_QUANTITY);
}

/** What one less makes of a quantity: 0 takes the product out (CARD-4), and more than there is comes down to what there is. */
export function oneLess(product: CartProduct, quantity: number): number {
  return Math.max(0, Math.min(quantity - 1, mostOf(product)));
}

/** A cart whose buttons answer at once. See {@link openCart}. */
export interface Cart {
  state: () => CartState;
  subscribe: (listener: () => void) => () => void;
  /** Takes another cart in hand: the person changed. */
  take: (keeper: Keeper | null) => Promise<void>;
  reload: () => Promise<void>;
  /** Wishes a quantity of a product; 0 takes it out. */
  wish: (product: CartProduct, quantity: number) => void;
  /** The products just ordered are no longer in the cart. */
  forget: () => void;
}

/**
 * A cart whose buttons answer at once: a wish counts from the moment it is made, and is taken back when the keeper refuses it.
 * Per product one request is under way at a time; of the wishes made meanwhile the last one is sent.
 */
export function openCart(voice: Voice): Cart {
  let keeper: Keeper | null = null;
  // Rises with every person: an answer to the one before is nobody's, also when the same keeper comes back.
  let person = 0;
  // Rises with every read: of several the last one counts.
  let reads = 0;
  // Rises with every change that begins here: a read begun before it may be older.
  let changes = 0;
  let known: Line[] = [];
  let status: CartStatus = "unknown";
  const wishes = new Map<string, { product: CartProduct; quantity: number }>();
  let working = new Set<string>();
  let stale = false;
  let state = EMPTY;
  const listeners = new Set<() => void>();

  function publish(): void {
    const lines = known.map((line) => {
      const wished = wishes.get(line.product._id);
      return wished ? { ...line, quantity: wished.quantity } : line;
    });
    for (const { product, quantity } of wishes.values()) {
      if (!known.some((line) => line.product._id === product._id)) lines.push({ id: "", product, quantity });
    }
    state = { status, lines: lines.filter(({ quantity }) => quantity > 0), busy: wishes.size > 0 };
    for (const listener of listeners) listener();
  }

  const knownLine = (id: string) => known.find(({ product }) => product._id === id);

  function put(line: Line): void {
    known = knownLine(line.product._id) ? known.map((other) => (other.product._id === line.product._id ? line : other)) : [...known, line];
  }

  /** One request towards what is wished. */
  async function step(by: Keeper, line: Line | undefined, wished: { product: CartProduct; quantity: number }): Promise<() => void> {
    const { product, quantity } = wished;
    if (!line) {
      const { line: added, message } = await by.add(product);
      return () => {
        put(added);
        // Add means "have it": pieces that another device had put there stay.
        if (wished.quantity === 1) wished.quantity = added.quantity;
        voice.done(message);
      };
    }
    if (quantity > 0) {
      const { line: changed } = await by.setQuantity(line, quantity);
      return () => put(changed);
    }
    const { message } = await by.remove(line);
    return () => {
      known = known.filter(({ id }) => id !== line.id);
      voice.done(message, () => wish(product, line.quantity));
    };
  }

  async function fulfil(id: string): Promise<void> {
    const by = keeper;
    const asked = person;
    const mine = working;
    if (!by) return;
    mine.add(id);
    try {
      let wished = wishes.get(id);
      while (wished) {
        const line = knownLine(id);
        if ((line?.quantity ?? 0) === wished.quantity) {
          wishes.delete(id);
          break;
        }
        // oxlint-disable-next-line no-await-in-loop -- in order, one at a time
        const apply = await step(by, line, wished);
        if (person !== asked) return;
        apply();
        publish();
        wished = wishes.get(id);
      }
    } catch (error) {
      if (person === asked) {
        wishes.delete(id);
        stale = true;
        voice.refused(error);
      }
    } finally {
      mine.delete(id);
      if (person === asked) {
        publish();
        if (stale && mine.size === 0) void reload();
      }
    }
  }

  function wish(product: CartProduct, quantity: number): void {
    changes++;
    wishes.set(product._id, { product, quantity });
    publish();
    if (!working.has(product._id)) void fulfil(product._id);
  }

  async function reload(): Promise<void> {
    const read = ++reads;
    const before = changes;
    stale = working.size > 0;
    if (!keeper || stale) return;
    const lines = await keeper.read().catch((error: unknown) => {
      if (read === reads) voice.unread(error);
    });
    if (read !== reads) return;
    if (changes !== before) {
      // It may be older than what changed meanwhile. The last answer reads again, if one is still under way.
      stale = working.size > 0;
      if (!stale) await reload();
      return;
    }
    if (lines) [known, status] = [lines, "ready"];
    else if (status !== "ready") status = "failed";
    publish();
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async take(next) {
      keeper = next;
      person++;
      known = [];
      wishes.clear();
      working = new Set();
      status = next ? "loading" : "unknown";
      publish();
      await reload();
    },
    reload,
    wish,
    forget() {
      changes++;
      known = [];
      wishes.clear();
      publish();
    },
  };
}
