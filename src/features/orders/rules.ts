import { businessDaysAfter } from "#shared/time.ts";
import { t } from "#words/t.ts";
import { MAX_QUANTITY } from "../cart/contract.ts";
import type { DeliveryWay } from "../delivery/contract.ts";
import { isForPickup } from "../delivery/rules.ts";
import { sumPerProduct, type Item } from "../stock/rules.ts";
import type { MissingChoice, OrderStatus, PaymentStatus } from "./contract.ts";

/** What a request orders, summed per product; refused with more than {@link MAX_QUANTITY} of one. */
export function orderedItems(list: readonly Item[]): { ok: true; items: Item[] } | { ok: false; reason: string } {
  const items = sumPerProduct(list);
  const tooMany = items.some(({ quantity }) => quantity > MAX_QUANTITY);
  return tooMany
    ? { ok: false, reason: t("list_items has more than {MAX_QUANTITY} pieces of one product", { MAX_QUANTITY }) }
    : { ok: true, items };
}

/** What a shopper wants for each ordered product if it is missing; empty if they didn't choose. */
export function missingChoices(
  chosen: { choice: MissingChoice; except: readonly { productId: string; choice: MissingChoice }[] } | undefined,
  items: readonly Pick<Item, "productId">[],
): ReadonlyMap<string, MissingChoice> {
  if (!chosen) return new Map();
  const except = new Map(chosen.except.map(({ productId, choice }) => [productId, choice]));
  return new Map(items.map(({ productId }) => [productId, except.get(productId) ?? chosen.choice]));
}

/** The shipping policy: the fewest and most business days until an order is sent, and from then until it arrives (STAT-2). */
export const PROCESSING_DAYS = { least: 3, most: 7 } as const;
export const SHIPPING_DAYS = { least: 2, most: 5 } as const;

interface Underway {
  status: OrderStatus;
  /** The days, such as `2026-11-21`, on which the order was placed and, if known, sent. */
  placed: string;
  sent?: string | undefined;
  today: string;
}

/** Whether there is still something to follow; otherwise the order can be bought again, or deleted without canceling it first. */
export const IS_IN_PROGRESS = {
  PENDING: true,
  SHIPPED: true,
  DELIVERED: false,
  COMPLETED: false,
  CANCELLED: false,
} as const satisfies Record<OrderStatus, boolean>;

/** The first and last day on which an order should arrive; null if that is not known, or is over. */
export function deliveryEstimate({ status, placed, sent, today }: Underway): { first: string; last: string } | null {
  const days = (kind: "least" | "most") => {
    if (status === "PENDING") return businessDaysAfter(placed, PROCESSING_DAYS[kind] + SHIPPING_DAYS[kind]);
    return status === "SHIPPED" && sent ? businessDaysAfter(sent, SHIPPING_DAYS[kind]) : "";
  };
  const [first, last] = [days("least"), days("most")];
  return last >= today ? { first, last } : null;
}

/** Hours after placing an order in which its shopper may cancel it, or ask to if it has shipped (STAT-2). */
export const CANCEL_HOURS = 24;

/**
 * How a shopper can still cancel an order: by themselves until it ships, by asking the shop within {@link CANCEL_HOURS} of placing it, or
 * neither.
 * @param isRecent whether it was placed within the last {@link CANCEL_HOURS}
 */
export function wayToCancel(status: OrderStatus, isRecent: boolean): "cancel" | "ask" | null {
  if (mayBecome(status, "CANCELLED", "shopper")) return "cancel";
  return status !== "CANCELLED" && isRecent ? "ask" : null;
}

/** Why staff can't change how an order reaches its shopper; undefined if they can, also after it was packed. */
export function whyStaffCannotChange({ status, delivery }: Pick<OrderState, "status" | "delivery">): string | undefined {
  if (status === "CANCELLED") return t("This order was canceled, so it can't be changed.");
  if (status === "PENDING") return undefined;
  return isForPickup(delivery)
    ? t("This order was already prepared for pickup, so it can no longer be changed.")
    : t("This order was already sent, so it can no longer be changed.");
}

/** What decides whether a shopper may still change an order. */
interface OrderState {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  packedAt: Date | string | null;
  /** How it reaches the shopper; none if delivery was off. */
  delivery?: { way: DeliveryWay } | null | undefined;
  /** Until when its delivery time lets it be changed; undefined without one. */
  closesAt: string | undefined;
  /** What an admin added to the total, or took off if negative. */
  adjustmentCents: number;
}

/** Why a shopper can't change an order anymore; undefined if they can. @param now in ms, by the database's clock where it is known */
export function whyShopperCannotChange(order: OrderState, now: number): string | undefined {
  const { paymentStatus, packedAt, closesAt, adjustmentCents } = order;
  const gone = whyStaffCannotChange(order);
  if (gone) return gone;
  if (packedAt) return t("This order is already packed, so it can no longer be changed.");
  if (closesAt !== undefined && Date.parse(closesAt) <= now) return t("Changes to this order closed before its delivery time.");
  const isSettled = paymentStatus === "PAID" || paymentStatus === IN_CASH.status;
  if (!isSettled || adjustmentCents !== 0) return t("We changed this order for you. Contact us to change it again.");
  return undefined;
}

/** Whether a shopper may still change an order. @param now in ms */
export const isChangeable = (order: OrderState, now: number) => whyShopperCannotChange(order, now) === undefined;

/**
 * The allowed transitions by who makes them: shoppers may cancel until the order ships, admins may set any status (specification,
 * section 6).
 */
export const NEXT = {
  PENDING: { shopper: ["CANCELLED"], admin: ["SHIPPED", "DELIVERED", "COMPLETED", "CANCELLED"] },
  SHIPPED: { shopper: [], admin: ["PENDING", "DELIVERED", "COMPLETED", "CANCELLED"] },
  DELIVERED: { shopper: [], admin: ["PENDING", "SHIPPED", "COMPLETED", "CANCELLED"] },
  COMPLETED: { shopper: [], admin: ["PENDING", "SHIPPED", "DELIVERED", "CANCELLED"] },
  CANCELLED: { shopper: [], admin: ["PENDING", "SHIPPED", "DELIVERED", "COMPLETED"] },
} as const satisfies Record<OrderStatus, Record<"shopper" | "admin", readonly OrderStatus[]>>;

/** Whether this person may change an order to another status. */
export function mayBecome(from: OrderStatus, to: OrderStatus, who: "shopper" | "admin"): boolean {
  const next: readonly OrderStatus[] = NEXT[from][who];
  return next.includes(to);
}

/** Where an order's goods are. */
const GOODS = {
  PENDING: "sold",
  SHIPPED: "sold",
  DELIVERED: "sold",
  COMPLETED: "sold",
  CANCELLED: "on the shelves",
} as const satisfies Record<OrderStatus, string>;

/** How a status change affects the stock: canceling returns the goods, leaving CANCELLED takes them again. */
export function stockMoveOf(from: OrderStatus, to: OrderStatus): "takeBack" | "sell" | null {
  if (GOODS[from] === GOODS[to]) return null;
  return GOODS[to] === "sold" ? "sell" : "takeBack";
}

/** Cash on delivery. */
export const IN_CASH = { status: "CASH ON DELIVERY", method: "Cash on delivery" } as const;

/** What orders record that were paid by card. */
export const BY_CARD = "Card (Culqi)";

/** Whether an order was paid through PayPal; Culqi takes cards and Yape. */
export const isByPayPal = ({ paymentMethod }: { paymentMethod: string }): boolean => paymentMethod === "PayPal";

/** Whether the shop has money to refund if the order is canceled. */
export const IS_PAID = {
  "CASH ON DELIVERY": false,
  PAID: true,
  PENDING: false,
  REFUNDED: false,
  "PARTIALLY REFUNDED": true,
} as const satisfies Record<PaymentStatus, boolean>;

/** The payment statuses of orders that are still to be paid, as in an index of orders. */
export const TO_BE_PAID = ["CASH ON DELIVERY", "PENDING"] as const satisfies readonly PaymentStatus[];

interface Payable {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
}

/** Whether an order still has to be paid by hand: in cash, or again after it was refunded and reopened. */
export function isToBePaid({ status, paymentStatus }: Payable): boolean {
  return status !== "CANCELLED" && TO_BE_PAID.some((one) => one === paymentStatus);
}

/** What the shopper pays when they get the order, in cents. */
export const cashDueCents = (order: Payable & { totalCents: number }) => (isToBePaid(order) ? order.totalCents : 0);

/** The badge color of a status (ADM-12). */
export const statusTone = {
  PENDING: "yellow",
  SHIPPED: "blue",
  DELIVERED: "green",
  COMPLETED: "grey",
  CANCELLED: "red",
} as const satisfies Record<OrderStatus, string>;
