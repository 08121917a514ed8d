import { toCents } from "#shared/money.ts";
import { MAX_QUANTITY } from "../cart/contract.ts";
import { sumPerProduct, type Item } from "../stock/rules.ts";
import type { BoughtAgain, Order, OrderEvent, OrderLine, OrderStatus, PaymentStatus } from "./contract.ts";

/** What a request orders, summed per product, as each line of the order has it; refused with more than {@link MAX_QUANTITY} of one. */
export function orderedItems(list: readonly Item[]): { ok: true; items: Item[] } | { ok: false; reason: string } {
  const items = sumPerProduct(list);
  const tooMany = items.some(({ quantity }) => quantity > MAX_QUANTITY);
  return tooMany ? { ok: false, reason: `list_items holds more than ${MAX_QUANTITY} pieces of one product` } : { ok: true, items };
}

/** The line total of a receipt in cents: discounted unit price, as it was charged, times quantity (ORD-6). */
export function receiptLineCents({ quantity, product_details: { paid_price } }: OrderLine): number {
  return toCents(paid_price) * quantity;
}

/** What an order comes to, in cents: `savingsCents` is what its discounts took off (none where an admin set a higher total). */
export function orderSums({ subTotalAmt, totalAmt }: Pick<Order, "subTotalAmt" | "totalAmt">) {
  const [subtotalCents, totalCents] = [toCents(subTotalAmt), toCents(totalAmt)];
  return { subtotalCents, totalCents, savingsCents: Math.max(0, subtotalCents - totalCents) };
}

/** What a status may become, and by whom: a shopper may cancel until the order is sent, an admin may set any (specification, section 6). */
export const NEXT = {
  PENDING: { shopper: ["CANCELLED"], admin: ["SHIPPED", "DELIVERED", "COMPLETED", "CANCELLED"] },
  SHIPPED: { shopper: [], admin: ["PENDING", "DELIVERED", "COMPLETED", "CANCELLED"] },
  DELIVERED: { shopper: [], admin: ["PENDING", "SHIPPED", "COMPLETED", "CANCELLED"] },
  COMPLETED: { shopper: [], admin: ["PENDING", "SHIPPED", "DELIVERED", "CANCELLED"] },
  CANCELLED: { shopper: [], admin: ["PENDING", "SHIPPED", "DELIVERED", "COMPLETED"] },
} as const satisfies Record<OrderStatus, Record<"shopper" | "admin", readonly OrderStatus[]>>;

/** Whether somebody may give an order another status. */
export function mayBecome(from: OrderStatus, to: OrderStatus, who: "shopper" | "admin"): boolean {
  const next: readonly OrderStatus[] = NEXT[from][who];
  return next.includes(to);
}

/** Where the goods of an order are. */
const GOODS = {
  PENDING: "sold",
  SHIPPED: "sold",
  DELIVERED: "sold",
  COMPLETED: "sold",
  CANCELLED: "on the shelves",
} as const satisfies Record<OrderStatus, string>;

/** What a change of status does to the stock: cancelling gives the goods back, leaving CANCELLED takes them again. */
export function stockMoveOf(from: OrderStatus, to: OrderStatus): "takeBack" | "sell" | null {
  if (GOODS[from] === GOODS[to]) return null;
  return GOODS[to] === "sold" ? "sell" : "takeBack";
}

/** How an order is paid at the door. */
export const IN_CASH = { status: "CASH ON DELIVERY", method: "Cash on delivery" } as const;

/** Whether money of an order is with the shop, and goes back when the order is cancelled. */
export const IS_PAID = {
  "CASH ON DELIVERY": false,
  PAID: true,
  PENDING: false,
  REFUNDED: false,
  "PARTIALLY REFUNDED": true,
} as const satisfies Record<PaymentStatus, boolean>;

/** How far the last refund of an order is; undefined where none was begun. */
export function refundOf(timeline: readonly Pick<OrderEvent, "kind">[]): "on its way" | "done" | "failed" | undefined {
  switch (timeline.findLast(({ kind }) => kind.startsWith("REFUND "))?.kind) {
    case "REFUND REQUESTED":
      return "on its way";
    case "REFUND DONE":
      return "done";
    case "REFUND FAILED":
      return "failed";
    default:
      return undefined;
  }
}

/**
 * Why pieces could not be put into a cart.
 * @param stock undefined when the product left the shop
 * @param inCart pieces that the cart holds now; undefined without a line
 */
export function whyMissing(stock: number | undefined, inCart: number | undefined): BoughtAgain["missing"][number]["reason"] {
  if (stock === undefined) return "gone";
  if (stock === 0) return "sold out";
  return inCart !== undefined && inCart >= stock ? "few left" : "cart full";
}

/** How a status looks (ADM-12). */
export const statusTone = {
  PENDING: "yellow",
  SHIPPED: "blue",
  DELIVERED: "green",
  COMPLETED: "grey",
  CANCELLED: "red",
} as const satisfies Record<OrderStatus, string>;
