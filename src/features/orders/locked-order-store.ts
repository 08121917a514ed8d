import { eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#server/db/connect.ts";
import type { Language } from "#words/language.ts";
import type { AddressFields } from "../addresses/contract.ts";
import type { Agreed } from "../delivery/contract.ts";
import type { OrderStatus, PaymentStatus } from "./contract.ts";
import { CANCEL_HOURS } from "./rules.ts";
import { shopperLanguage, type PlacedOrder } from "./store.ts";
import { orders } from "./tables.ts";

/** What decisions about an order depend on, locked until the transaction ends. */
export interface LockedOrder {
  id: string;
  number: string;
  userId: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paymentMethod: string;
  totalCents: number;
  /** Empty without a coupon. */
  couponCode: string;
  deliveryAddress: AddressFields;
  /** How it reaches the shopper; null if delivery was off. */
  delivery: Agreed | null;
  /** The language that the shop tells the shopper about it in. */
  language: Language;
  /** The delivery time it has a place of, unless it is canceled. */
  slotId: string | null;
  cancelRequestedAt: Date | null;
  deletedAt: Date | null;
  /** Whether its goods left and did not come back when it was canceled. */
  goodsGone: boolean;
  note: string;
  packedAt: Date | null;
  /** Overpaid money that the staff have to refund by hand. */
  owedCents: number;
  /** Whether it was placed within the last {@link CANCEL_HOURS}. */
  isRecent: boolean;
}

/** @returns undefined if there is no such order */
export async function lockOrder(tx: Db, orderId: string | SQL): Promise<LockedOrder | undefined> {
  const { id, number, userId, status, paymentStatus, paymentMethod, totalCents, couponCode, deliveryAddress } = orders;
  const { delivery, cancelRequestedAt, deletedAt, slotId, goodsGone, note, packedAt, owedCents } = orders;
  const isRecent = sql<boolean>`${orders.createdAt} > now() - make_interval(hours => ${CANCEL_HOURS})`;
  const [row] = await tx
    .select({
      id,
      number,
      userId,
      status,
      paymentStatus,
      paymentMethod,
      totalCents,
      couponCode,
      deliveryAddress,
      delivery,
      language: shopperLanguage(),
      slotId,
      cancelRequestedAt,
      deletedAt,
      goodsGone,
      note,
      packedAt,
      owedCents,
      isRecent,
    })
    .from(orders)
    .where(eq(id, orderId))
    .for("update");
  return row;
}

/** Locks orders in id order, so that two who lock several never deadlock. @param ids SQL for an array of them */
export async function lockOrders(tx: Db, ids: SQL): Promise<void> {
  await tx.execute(sql`select from customer_order where id = any(${ids}) order by id for update`);
}

/** SQL for the ids of the products that an order's next status takes from the stock, or returns to it. @param orderId or SQL for it */
export const productsMovedBy = (orderId: string | SQL, to: OrderStatus): SQL => sql`
  select l.product_id from customer_order o join order_line l on l.order_id = o.id
  where o.id = ${orderId} and not o.goods_gone and o.status ${to === "CANCELLED" ? sql`<>` : sql`=`} 'CANCELLED'`;

export async function updateOrder(
  tx: Db,
  orderId: string,
  change: Partial<
    Omit<LockedOrder, "id" | "number" | "userId" | "language" | "isRecent"> &
      Pick<PlacedOrder, "bags" | "subtotalCents" | "couponCents" | "deliveryFeeCents"> & { slotStartsAt: Date | null }
  >,
): Promise<void> {
  await tx.update(orders).set(change).where(eq(orders.id, orderId));
}

/** Records that the shopper of a locked order asked the shop to cancel it. */
export async function requestCancel(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ cancelRequestedAt: sql`now()` })
    .where(eq(orders.id, orderId));
}
