import type { DeliveryWay } from "#features/delivery/contract.ts";
import type { OrderDetails } from "#features/orders/contract.ts";
import { readJson } from "#web/stored-json.ts";
import type { WantedProduct } from "./use-change.ts";

/** What a shopper has chosen so far. */
export interface Draft {
  products: WantedProduct[];
  addressId?: string | undefined;
  way: DeliveryWay;
  slot?: string | undefined;
}

interface Stored extends Draft {
  /** What the choices were made for. */
  of: string;
}

const keyOf = ({ orderId }: OrderDetails) => `changed-order-${orderId}`;

/** The parts of an order that the choices depend on. */
const stateOf = ({ products, totalAmt, delivery }: OrderDetails) =>
  JSON.stringify([
    products.map(({ productId, quantity, ifMissing }) => [productId._id, quantity, ifMissing]),
    totalAmt,
    delivery?.slot?.id,
  ]);

/** The choices from before the shopper went to pay, or loaded the page again; undefined if there are none, or the order has changed. */
export function readDraft(order: OrderDetails): Draft | undefined {
  const stored = readJson<Stored | null>("sessionStorage", keyOf(order), null);
  return stored?.of === stateOf(order) ? stored : undefined;
}

export function storeDraft(order: OrderDetails, draft: Draft): void {
  sessionStorage.setItem(keyOf(order), JSON.stringify({ ...draft, of: stateOf(order) } satisfies Stored));
}

export function dropDraft(order: OrderDetails): void {
  sessionStorage.removeItem(keyOf(order));
}
