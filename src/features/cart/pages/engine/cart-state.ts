import type { Product } from "#features/catalogue/contract.ts";

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

/** A quantity that someone wants. */
export interface CartChange {
  product: CartProduct;
  quantity: number;
  /** The quantity that was shown before it. */
  before?: number | undefined;
}

/** A cart whose changes are shown before they are sent: see `openCart`. */
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
