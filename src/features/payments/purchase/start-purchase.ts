import type { Db, Invalidate } from "#server/db/connect.ts";
import { refuse } from "#server/http/errors.ts";
import { lockUser } from "../../account/lock-user.ts";
import { readAccount } from "../../account/store.ts";
import type { AddressFields } from "../../addresses/contract.ts";
import { useAddress } from "../../addresses/store.ts";
import { toFields } from "../../addresses/to-address.ts";
import { lockCouponOf, type FoundCoupon } from "../../coupons/store.ts";
import { lockSlots, NO_SLOTS } from "../../delivery/slots/store.ts";
import { readUnpaid, type Trust, type Unpaid } from "../../orders/limits/check-unpaid.ts";
import { useKey } from "../../idempotency/idempotency-key.ts";
import type { OrderRequest } from "../../orders/placing/place-order.ts";
import { hasOrdered } from "../../orders/store.ts";
import { lockStock, type StockedProduct } from "../../stock/store.ts";
import { withReturned } from "../../stock/take-stock.ts";
import { releaseLockedPayment } from "../release-payment.ts";
import { beingTaken, isBeingTaken, isReleasable } from "../rules.ts";
import { lockUnderWay, productsUnderWay, releasableOf, slotsUnderWay } from "../store.ts";

/** What an order or payment is decided on. */
export interface Purchase {
  address: AddressFields | undefined;
  /** Locked, as they are once the shopper's open payment has given back what it holds. */
  products: StockedProduct[];
  unpaid: Unpaid;
  /** How many places of the chosen delivery time others have taken. */
  placesTaken: number;
  /** The coupon that was asked for, locked, without the use that the open payment holds; undefined if nobody has its code, or none was asked for. */
  coupon: FoundCoupon | undefined;
  /** Whether the shopper has an order that was not canceled, or is about to; only read for a coupon. */
  hasOrdered: boolean;
  /** Ends the open payment and gives back what it holds. To be sent with the commit, before anything is taken. */
  replace: () => PromiseLike<unknown>[];
}

/**
 * The first step of every order and payment: claims the request's key, and locks everything, with what the shopper's open payment holds,
 * since it is replaced. One round trip. Takes locks in the order that all writers use: account, payments, products,
 * delivery times, coupons.
 * @param id of the new order or payment
 * @returns what to go on with, or the id of the order or payment that the key was used for; then nothing has changed
 * @throws Refusal 409 while the money of another payment is being taken, 422 for a key that was used for another request
 */
export async function startPurchase(
  tx: Db,
  invalidate: Invalidate,
  id: string,
  { userId, sessionId, key, items, addressId, delivery, couponCode: code, timeZone }: OrderRequest,
  trust: Trust,
): Promise<Purchase | { repeated: string }> {
  const productIds = items.map(({ productId }) => productId);
  const slotId = delivery?.slot;
  const [repeated, , underWay, unpaid, used, locked, slots, coupon, ordered] = await Promise.all([
    useKey(tx, userId, key, id),
    // If two tabs start a purchase at once, one sees the other.
    lockUser(tx, { userId, sessionId }),
    lockUnderWay(tx, userId),
    readUnpaid(tx, userId, trust),
    addressId === undefined ? ownPhone(tx, userId) : useAddress(tx, addressId, userId),
    // Together with those of the open payment, which may be the same.
    lockStock(tx, productIds, productsUnderWay(userId)),
    slotId === undefined ? NO_SLOTS : lockSlots(tx, [slotId], slotsUnderWay(userId)),
    code ? lockCouponOf(tx, { code, userId, productIds, timeZone }, releasableOf(userId)) : undefined,
    code ? hasOrdered(tx, userId) : false,
  ]);
  if (repeated) return { repeated };
  const address = used && toFields(used);
  if (underWay.some(isBeingTaken)) throw refuse.conflict(beingTaken());
  const given = underWay.filter(isReleasable);
  const own = given.filter(({ delivery }) => delivery?.slot?.id === slotId).length;
  const placesTaken = slotId === undefined ? 0 : (slots.get(slotId) ?? 0) - own;
  // A payment that the provider decides about for long may still become the first order.
  const hasFirst = ordered || underWay.some(({ status }) => status === "CAPTURING");
  const products = withReturned(
    locked,
    given.flatMap(({ lines }) => lines),
  );
  // Usually one; more only if a capture took very long and then failed.
  const replace = () => given.flatMap((attempt) => releaseLockedPayment(tx, invalidate, attempt, locked, "REPLACED"));
  return { address, unpaid, placesTaken, hasOrdered: hasFirst, products, coupon, replace };
}

/** What stands for the address of an order that is picked up: only a phone number, if the shopper has given one. */
async function ownPhone(tx: Db, userId: string): Promise<Parameters<typeof toFields>[0] | undefined> {
  const account = await readAccount(tx, userId);
  return account && { addressLine: "", city: "", state: "", pincode: "", country: "", mobile: account.mobile };
}
