import type { Product } from "#features/catalogue/contract.ts";
import { MAX_QUANTITY } from "../contract.ts";

/** What a cart shows of a product. `stock` is missing until the cart is loaded, because cached pages do not have it. */
export type CartProduct = Pick<Product, "_id" | "name" | "image" | "unit" | "price" | "discount"> &
  Partial<Pick<Product, "stock" | "unit_price" | "weighed" | "no_longer_sold">>;

export interface Line {
  /** For guests, the id of the product. Empty until the server knows the line. */
  id: string;
  product: CartProduct;
  quantity: number;
}

/** The lines of a cart; `isOld` if they were stored for reading offline, and may have changed since. */
export type Lines = Line[] & { isOld?: true };

/** Stores a cart: in the account, or in a guest's browser. Each change returns the message to show. */
export interface CartStorage {
  read(): Promise<Lines>;
  /** Adds one of a product; a product already in the cart is unchanged. */
  add(product: CartProduct): Promise<{ line: Line; message: string }>;
  setQuantity(line: Line, quantity: number): Promise<{ line: Line }>;
  remove(line: Line): Promise<{ message: string }>;
}

/** Called with what happens in a cart, to show or log it. */
export interface Reporter {
  done: (message: string) => void;
  removed: (message: string, product: CartProduct, undo: () => void) => void;
  /** A change was refused and is rolled back. */
  refused: (error: unknown) => void;
  /** The cart could not be loaded. */
  failed: (error: unknown) => void;
}

/** `old`: for reading only, since prices may have changed. */
export type CartStatus = "unknown" | "loading" | "ready" | "old" | "failed";

/** A cart as it is shown. */
export interface CartState {
  status: CartStatus;
  /** With changes that are still being sent. */
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

/** A quantity that someone wants. */
export interface CartChange {
  product: CartProduct;
  quantity: number;
  /** The quantity that was shown before it. */
  before?: number | undefined;
}

/** See {@link openCart}. */
export interface Cart {
  state: () => CartState;
  subscribe: (listener: () => void) => () => void;
  /** Switches to another cart, because the person changed. */
  switchTo: (storage: CartStorage | null) => Promise<void>;
  reload: () => Promise<void>;
  /** Sets the quantity of a product; 0 removes it. */
  change: (product: CartProduct, quantity: number) => void;
  /** The lines without the changes that are still being sent. */
  known: () => readonly Line[];
  /** The changes that are still being sent. */
  unsent: () => CartChange[];
  /** Shows what a product costs now, and how many there are. */
  see: (now: Pick<CartProduct, "_id"> & Partial<CartProduct>) => void;
  /** The products just ordered are no longer in the cart. */
  forget: () => void;
}

/**
 * A cart whose buttons respond immediately: a change is shown before it is sent, and rolled back if it is refused. One request
 * per product is in flight at a time; of the changes made meanwhile, only the last is sent.
 */
export function openCart(report: Reporter): Cart {
  let storage: CartStorage | null = null;
  // Incremented whenever the person changes, so responses for the previous person are ignored.
  let person = 0;
  // Incremented with every load: only the latest one counts.
  let reads = 0;
  // Incremented with every change made here: a load that started before it may be outdated.
  let changes = 0;
  let known: Line[] = [];
  // The position where each product was first shown, so that Undo puts a line back in its place.
  const places = new Map<string, number>();
  let status: CartStatus = "unknown";
  const pending = new Map<string, CartChange>();
  let working = new Set<string>();
  let stale = false;
  let state = EMPTY;
  const listeners = new Set<() => void>();

  function publish(): void {
    const lines = known.map((line) => {
      const wanted = pending.get(line.product._id);
      return wanted ? { ...line, quantity: wanted.quantity } : line;
    });
    for (const { product, quantity } of pending.values()) {
      if (!known.some((line) => line.product._id === product._id)) lines.push({ id: "", product, quantity });
    }
    for (const { product } of lines) if (!places.has(product._id)) places.set(product._id, places.size);
    const shown = lines.filter(({ quantity }) => quantity > 0);
    shown.sort((a, b) => placeOf(a) - placeOf(b));
    state = { status, lines: shown, busy: pending.size > 0 };
    for (const listener of listeners) listener();
  }

  const placeOf = ({ product }: Line) => places.get(product._id) ?? 0;
  const knownLine = (id: string) => known.find(({ product }) => product._id === id);

  function put(line: Line): void {
    known = knownLine(line.product._id) ? known.map((other) => (other.product._id === line.product._id ? line : other)) : [...known, line];
  }

  /** Sends the next request for a change. @returns what to do once it succeeded */
  async function step(by: CartStorage, line: Line | undefined, wanted: CartChange): Promise<() => void> {
    const { product, quantity } = wanted;
    if (!line?.id) {
      const { line: added, message } = await by.add(product);
      return () => {
        put(added);
        // Add means "have it": a quantity added on another device stays.
        if (wanted.quantity === 1) wanted.quantity = added.quantity;
        report.done(message);
      };
    }
    if (quantity > 0) {
      const { line: changed } = await by.setQuantity(line, quantity);
      return () => put(changed);
    }
    const { message } = await by.remove(line);
    return () => {
      known = known.filter(({ id }) => id !== line.id);
      report.removed(message, product, () => change(product, wanted.before ?? line.quantity));
    };
  }

  async function sendPending(id: string): Promise<void> {
    const by = storage;
    const asked = person;
    const mine = working;
    if (!by) return;
    mine.add(id);
    try {
      let wanted = pending.get(id);
      while (wanted) {
        const line = knownLine(id);
        if (line ? line.id && line.quantity === wanted.quantity : wanted.quantity === 0) {
          pending.delete(id);
          break;
        }
        // oxlint-disable-next-line no-await-in-loop -- in order, one at a time
        const apply = await step(by, line, wanted);
        if (person !== asked) return;
        apply();
        publish();
        wanted = pending.get(id);
      }
    } catch (error) {
      if (person === asked) {
        pending.delete(id);
        stale = true;
        report.refused(error);
      }
    } finally {
      mine.delete(id);
      if (person === asked) {
        publish();
        if (stale && mine.size === 0) void reload();
      }
    }
  }

  function change(product: CartProduct, quantity: number): void {
    changes++;
    const before = pending.get(product._id)?.quantity || knownLine(product._id)?.quantity;
    pending.set(product._id, { product, quantity, before });
    publish();
    if (!working.has(product._id)) void sendPending(product._id);
  }

  async function reload(): Promise<void> {
    const read = ++reads;
    const before = changes;
    stale = working.size > 0;
    if (!storage || stale) return;
    const lines = await storage.read().catch((error: unknown) => {
      if (read === reads) report.failed(error);
    });
    if (read !== reads) return;
    if (changes !== before) {
      // The response may predate a change made meanwhile. A change still in flight reloads when it is done.
      stale = working.size > 0;
      if (!stale) await reload();
      // Until then, what was stored is all there is, also if changes wait for a connection.
      if (!stale || (lines && !lines.isOld)) return;
    }
    if (lines && !(lines.isOld && status === "ready")) [known, status] = [lines, lines.isOld ? "old" : "ready"];
    else if (!lines && status !== "ready") status = "failed";
    publish();
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async switchTo(next) {
      storage = next;
      person++;
      known = [];
      pending.clear();
      places.clear();
      working = new Set();
      status = next ? "loading" : "unknown";
      publish();
      await reload();
    },
    reload,
    change,
    known: () => known,
    unsent: () => [...pending.values()],
    see(now) {
      const line = knownLine(now._id);
      if (!line) return;
      put({ ...line, product: { ...line.product, ...now } });
      publish();
    },
    forget() {
      changes++;
      known = [];
      pending.clear();
      publish();
    },
  };
}
