import type { Product } from "#features/catalogue/contract.ts";
import { MAX_QUANTITY } from "../contract.ts";

/** What a cart shows of a product. `stock` is missing until the cart was loaded: cached pages do not know it. */
export type CartProduct = Pick<Product, "_id" | "name" | "image" | "unit" | "price" | "discount"> &
  Partial<Pick<Product, "stock" | "unit_price">>;

export interface Line {
  /** A guest's line has the id of its product. */
  id: string;
  product: CartProduct;
  quantity: number;
}

/** Stores a cart: in the account, or in a guest's browser. Each change returns the message for the person. */
export interface Keeper {
  read(): Promise<Line[]>;
  /** Adds one piece; a product that is already there stays as it is. */
  add(product: CartProduct): Promise<{ line: Line; message: string }>;
  setQuantity(line: Line, quantity: number): Promise<{ line: Line }>;
  remove(line: Line): Promise<{ message: string }>;
}

/** What the cart reports, to be shown or logged. */
export interface Voice {
  done: (message: string) => void;
  removed: (message: string, product: CartProduct, undo: () => void) => void;
  /** A change was refused and is taken back. */
  refused: (error: unknown) => void;
  /** The cart could not be read. */
  unread: (error: unknown) => void;
}

export type CartStatus = "unknown" | "loading" | "ready" | "failed";

/** A cart as it is shown. */
export interface CartState {
  status: CartStatus;
  /** As the person wants them, including changes that are still being sent. */
  lines: readonly Line[];
  /** A change is still being sent. */
  busy: boolean;
}

export const EMPTY: CartState = { status: "unknown", lines: [], busy: false };

/** The highest quantity that can be asked for. */
export function mostOf({ stock = MAX_QUANTITY }: CartProduct): number {
  return Math.min(stock, MAX_QUANTITY);
}

/** The quantity after a minus: 0 removes the product (CARD-4); a quantity above the stock comes down to the stock. */
export function oneLess(product: CartProduct, quantity: number): number {
  return Math.max(0, Math.min(quantity - 1, mostOf(product)));
}

interface Wish {
  product: CartProduct;
  quantity: number;
  /** The quantity that was shown before it. */
  before?: number;
}

/** See {@link openCart}. */
export interface Cart {
  state: () => CartState;
  subscribe: (listener: () => void) => () => void;
  /** Switches to another cart, because the person changed. */
  take: (keeper: Keeper | null) => Promise<void>;
  reload: () => Promise<void>;
  /** Asks for a quantity of a product; 0 removes it. */
  wish: (product: CartProduct, quantity: number) => void;
  /** The products just ordered are no longer in the cart. */
  forget: () => void;
}

/**
 * A cart whose buttons respond at once: a wish shows immediately and is taken back when the keeper refuses it. One request
 * per product is in flight at a time; of the wishes made meanwhile, only the last is sent.
 */
export function openCart(voice: Voice): Cart {
  let keeper: Keeper | null = null;
  // Incremented whenever the person changes, so responses for the previous person are ignored.
  let person = 0;
  // Incremented with every read: only the latest one counts.
  let reads = 0;
  // Incremented with every change made here: a read that started before it may be outdated.
  let changes = 0;
  let known: Line[] = [];
  // Where each product stood when it was first seen, so that Undo puts a line back in its place.
  const places = new Map<string, number>();
  let status: CartStatus = "unknown";
  const wishes = new Map<string, Wish>();
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
    for (const { product } of lines) if (!places.has(product._id)) places.set(product._id, places.size);
    const shown = lines.filter(({ quantity }) => quantity > 0);
    shown.sort((a, b) => placeOf(a) - placeOf(b));
    state = { status, lines: shown, busy: wishes.size > 0 };
    for (const listener of listeners) listener();
  }

  const placeOf = ({ product }: Line) => places.get(product._id) ?? 0;
  const knownLine = (id: string) => known.find(({ product }) => product._id === id);

  function put(line: Line): void {
    known = knownLine(line.product._id) ? known.map((other) => (other.product._id === line.product._id ? line : other)) : [...known, line];
  }

  /** Sends one request towards a wish. @returns what to do once it succeeded */
  async function step(by: Keeper, line: Line | undefined, wished: Wish): Promise<() => void> {
    const { product, quantity } = wished;
    if (!line) {
      const { line: added, message } = await by.add(product);
      return () => {
        put(added);
        // Add means "have it": pieces added on another device stay.
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
      voice.removed(message, product, () => wish(product, wished.before ?? line.quantity));
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
    const before = wishes.get(product._id)?.quantity || knownLine(product._id)?.quantity;
    wishes.set(product._id, { product, quantity, ...(before && { before }) });
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
      // The response may predate a change made meanwhile. If a change is still in flight, it reloads when it is done.
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
      places.clear();
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
