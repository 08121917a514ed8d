import { CallError } from "#web/call.ts";
import { ownerOfTokens } from "#web/session/tokens.ts";
import type { Cart, CartStorage } from "./engine/cart-state.ts";

/** The place of a change among all changes, and who made it. */
export interface Turn {
  number: number;
  owner: string | undefined;
}

type SendInTurn = <T>(send: () => Promise<T>, turn: Turn) => Promise<T>;

let turns = 0;
let queue: SendInTurn | undefined;

/** From now on, changes wait for those before them, or, with `undefined`, are sent at once. */
export function queueChanges(by: SendInTurn | undefined): void {
  queue = by;
}

/** A cart that also works offline: it shows what was stored, and changes wait until the shop responds. */
export function lasting(cart: Cart, by: CartStorage): CartStorage {
  /** Loads what makes a cart work without a response. @throws any other failure */
  const offline = async (failure: unknown) => {
    const isUnanswered = failure instanceof CallError && failure.status === 0;
    const help = isUnanswered && (await import("./offline-cart.ts").catch(() => null));
    if (!help) throw failure;
    help.keepCart(cart);
    return help;
  };
  const lastingly = <T>(send: () => Promise<T>): Promise<T> => {
    const turn = { number: turns++, owner: ownerOfTokens() };
    return queue?.(send, turn) ?? send().catch(async (failure: unknown) => (await offline(failure)).sendAgain(send, turn));
  };
  return {
    read: () => by.read().catch(async (failure: unknown) => (await offline(failure)).readStored(failure)),
    add: (product) => lastingly(() => by.add(product)),
    setQuantity: (line, quantity) => lastingly(() => by.setQuantity(line, quantity)),
    remove: (line) => lastingly(() => by.remove(line)),
  };
}
