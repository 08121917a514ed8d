import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { t } from "#words/t.ts";
import { lockUser } from "../../account/lock-user.ts";
import { lockActive } from "../../account/store.ts";
import { readAddresses, type StoredAddress } from "../../addresses/store.ts";
import { readUsed, type FoundCoupon } from "../../coupons/store.ts";
import { isOffered } from "../../delivery/rules.ts";
import { lockSlots, NO_SLOTS } from "../../delivery/slots/store.ts";
import { readUnpaid, type Unpaid } from "../../orders/limits/check-unpaid.ts";
import { lockOrder, type LockedOrder } from "../../orders/locked-order-store.ts";
import type { Picked } from "../../orders/picked/rules.ts";
import { NOTHING_PICKED, readPicked } from "../../orders/picked/store.ts";
import { readOrder, type PlacedOrder } from "../../orders/store.ts";
import type { OrderEvent } from "../../orders/timeline/contract.ts";
import { readTimeline } from "../../orders/timeline/order-events.ts";
import { lockStock, type StockedProduct } from "../../stock/store.ts";
import { lockHeld, type Held } from "../differences/start-difference.ts";
import { lockUnderWay, productsUnderWay, slotsUnderWay, type UnderWay } from "../store.ts";
import type { Asking, ChangeRequest } from "./plan-change.ts";

/** What a change of an order is decided on. */
export interface LockedForChange {
  order: PlacedOrder;
  locked: LockedOrder;
  /** Its payments, if a provider took any. */
  held: readonly Held[];
  /** The shopper's open payments; none if the staff ask. */
  underWay: readonly UnderWay[];
  /** The products of the order, of the requested change, and of open payments. */
  products: readonly StockedProduct[];
  /** How many places of the delivery times that it may change to are taken. */
  taken: ReadonlyMap<string, number>;
  unpaid: Unpaid;
  /** The shopper's, if another one was asked for. */
  addresses: readonly StoredAddress[];
  /** The order's, with which of the wanted products it applies to. */
  coupon: FoundCoupon | undefined;
  /** Only read for the staff, who may have a limit to what they refund. */
  timeline: readonly OrderEvent[];
  /** What pickers took for it already; nothing if the staff ask, who change no pieces. */
  picked: Picked;
}

/**
 * Locks and reads everything that decides a change of an order, in the order of locks that all writers use: account, payments, order,
 * products, delivery times. One round trip.
 * @param orderId SQL for it; null unless it is the order of the shopper who asks
 * @throws Refusal 401, 404
 */
export async function lockChange(tx: Db, orderId: SQL, asking: Asking, wanted: ChangeRequest): Promise<LockedForChange> {
  const { timeZone, trust, terms } = asking;
  const shopper = asking.shopper?.userId;
  const productIds = (wanted.items ?? []).map(({ productId }) => productId);
  // Of an order that is somebody else's, nothing is locked that the request names.
  const named = (ids: readonly string[]) =>
    sql`select * from unnest(${sql.param([...ids])}::text[]) where exists (select from customer_order where id = ${orderId})`;
  const ordered = sql`select product_id from order_line where order_id = ${orderId}`;
  const ownSlot = sql`select slot_id from customer_order where id = ${orderId}`;
  const isMoved = wanted.delivery !== undefined || wanted.addressId !== undefined;
  const slotId = wanted.delivery?.slot;
  // Locking a time stores it, and no other can be agreed.
  const slotIds = slotId !== undefined && terms && isOffered(terms, slotId) ? [slotId] : [];
  const [, held, underWay, locked, order, products, taken, unpaid, addresses, coupon, timeline, picked] = await Promise.all([
    asking.staff ? lockActive(tx, sql`(select user_id from customer_order where id = ${orderId})`) : lockUser(tx, asking.shopper),
    lockHeld(tx, orderId),
    shopper === undefined ? [] : lockUnderWay(tx, shopper),
    lockOrder(tx, orderId),
    readOrder(tx, orderId),
    // Staff change no pieces.
    shopper === undefined ? [] : lockStock(tx, [], sql`${named(productIds)} union all ${ordered} union all ${productsUnderWay(shopper)}`),
    isMoved
      ? lockSlots(tx, [], sql`${named(slotIds)} union ${ownSlot}${shopper === undefined ? sql`` : sql` union ${slotsUnderWay(shopper)}`}`)
      : NO_SLOTS,
    shopper === undefined ? NOTHING_UNPAID : readUnpaid(tx, shopper, trust),
    shopper === undefined || wanted.addressId === undefined ? [] : readAddresses(tx, shopper),
    shopper === undefined ? undefined : readUsed(tx, { orderId, userId: shopper, productIds, timeZone }),
    shopper === undefined ? readTimeline(tx, orderId, "ADMIN") : [],
    shopper === undefined ? NOTHING_PICKED : readPicked(tx, orderId),
  ]);
  if (!locked || !order) throw refuse.notFound(t("Order not found"));
  return { order, locked, held, underWay, products, taken, unpaid, addresses, coupon, timeline, picked };
}

const NOTHING_UNPAID: Unpaid = { orders: 0, lines: [] };
