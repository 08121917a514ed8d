import { databaseNow } from "#server/db/clock.ts";
import { refuse } from "#server/http/errors.ts";
import type { LoggedIn } from "#server/shop.ts";
import { t } from "#words/t.ts";
import type { AddressFields } from "../../addresses/contract.ts";
import { toFields } from "../../addresses/to-address.ts";
import { lineCents, sumsOf, type Sums } from "../../cart/sums/rules.ts";
import { judgeUsed } from "../../coupons/judge-found.ts";
import type { DeliveryRequest } from "../../delivery/contract.ts";
import { isTimeOf, judgeDelivery, type Delivery, type Terms } from "../../delivery/rules.ts";
import { destinationOf } from "../../delivery/zones/rules.ts";
import { checkUnconfirmedPieces, type Trust } from "../../orders/limits/check-unpaid.ts";
import type { MissingChoice } from "../../orders/contract.ts";
import type { StaffActor } from "../../orders/limits/refund-limit.ts";
import { IS_PAID, whyStaffCannotChange } from "../../orders/rules.ts";
import type { PlacedOrder } from "../../orders/store.ts";
import { storedLine } from "../../orders/stored-line.ts";
import type { StoredLine } from "../../orders/tables.ts";
import { sumPerProduct, type Item } from "../../stock/rules.ts";
import { judgeStock, withReturned, type TakenLine } from "../../stock/take-stock.ts";
import { agreeDelivery } from "../purchase/agree-delivery.ts";
import { beingTaken, isBeingTaken, isReleasable } from "../rules.ts";
import type { UnderWay } from "../store.ts";
import type { Settlement } from "./contract.ts";
import type { LockedForChange } from "./lock-change.ts";
import { changedLines, inOrderOf, movesBetween, settlementOf, staffFee, whyShopperCannotChangeStored, withWishes } from "./rules.ts";

/** What an order should become, as its shopper asks for it. */
export interface ChangeRequest {
  /** One per product; undefined to keep the pieces. */
  items: readonly Item[] | undefined;
  /** What the shopper wants for a product if it is missing, by its id, if they chose again. */
  wishes: ReadonlyMap<string, MissingChoice>;
  /** Undefined to keep address, way and time. */
  addressId: string | undefined;
  delivery: DeliveryRequest | undefined;
}

/** Who asks, and what the order is judged by. */
export type Asking = (
  | { /** The order's shopper. */ shopper: LoggedIn; staff?: undefined }
  /**
   * A member of the staff, for the shopper: allowed even after the delivery time has closed, but never raises the total of a paid order.
   */
  | { shopper?: undefined; staff: StaffActor }
) & {
  trust: Trust;
  /** Null while delivery is off. */
  terms: Terms | null;
  timeZone: string;
};

/** A change that can be made, with everything it depends on locked. */
export interface PlannedChange extends Pick<
  LockedForChange,
  "order" | "locked" | "held" | "underWay" | "products" | "timeline" | "picked"
> {
  /** The open payments that pay for another change of this order. What they hold counts as free. */
  replaced: readonly UnderWay[];
  take: readonly TakenLine[];
  back: readonly Item[];
  lines: readonly StoredLine[];
  couponCode: string;
  /** Why its coupon takes nothing off anymore. */
  couponLost: string;
  /** Whether it has ended, so that it takes off no more than before. */
  couponCapped: boolean;
  delivery: Delivery;
  /** Undefined if it stays. */
  address: AddressFields | undefined;
  sums: Sums;
  settlement: Settlement;
}

/**
 * Works out what a change of an order means for its lines, stock and money.
 * @throws Refusal 403 more than an unconfirmed account may take, 404 address, 409 if the order can't be changed anymore, or not like this
 */
export function planOrderChange(found: LockedForChange, asking: Asking, wanted: ChangeRequest): PlannedChange {
  const { order, underWay } = found;
  const why = asking.staff ? whyStaffCannotChange(order) : whyShopperCannotChangeStored(order, databaseNow());
  if (why) throw refuse.conflict(why);

  const others = underWay.filter(({ amends }) => amends === order.id);
  if (others.some(isBeingTaken)) throw refuse.conflict(beingTaken());
  const replaced = others.filter(isReleasable);

  const items = inOrderOf(order.lines, wanted.items ?? sumPerProduct(order.lines));
  const { take, back } = movesBetween(order.lines, items);
  const products = withReturned(
    found.products,
    replaced.flatMap(({ lines }) => lines),
  );
  const added = judgeStock(products, take, order.lines);
  if (added.length > 0) checkUnconfirmedPieces(added, found.unpaid, asking.trust, { inCash: !IS_PAID[order.paymentStatus] });
  const changed = changedLines<StoredLine, StoredLine>(order.lines, added.map(storedLine), items);
  const plain = withWishes(changed, order.lines, wanted.wishes);

  const address = wanted.addressId === undefined ? undefined : addressOf(found, wanted.addressId);
  const judged = deliveryOf(found, { lines: plain, address, asked: wanted.delivery, terms: asking.terms, replaced });
  const delivery = asking.staff ? { ...judged, feeCents: staffFee(order, judged.feeCents) } : judged;
  const { lines, couponCents, couponCode, couponLost, couponCapped } = asking.staff ? keptCoupon(order) : withCoupon(found, plain);
  const bill = { lines, couponCents, deliveryFeeCents: delivery.feeCents, taxHundredths: order.taxHundredths };
  const totalCents = Math.max(0, sumsOf(bill).totalCents + sumsOf(order).adjustmentCents);
  const sums = sumsOf({ ...bill, totalCents });
  const settlement = settlementOf(order, totalCents);
  return {
    ...found,
    replaced,
    products,
    take: added,
    back,
    lines,
    couponCode,
    couponLost,
    couponCapped,
    delivery,
    address,
    sums,
    settlement,
  };
}

function addressOf({ addresses }: LockedForChange, addressId: string): AddressFields {
  const found = addresses.find(({ id }) => id === addressId);
  if (!found) throw refuse.notFound(t("Address not found"));
  return toFields(found);
}

/** The lines unchanged: staff only change how they reach the shopper. */
const keptCoupon = ({ lines, couponCents, couponCode }: PlacedOrder): WithCoupon => ({
  ...{ lines, couponCents, couponCode },
  ...{ couponLost: "", couponCapped: false },
});

interface Delivered {
  lines: readonly StoredLine[];
  /** Undefined if it stays. */
  address: AddressFields | undefined;
  asked: DeliveryRequest | undefined;
  terms: Terms | null;
  replaced: readonly Pick<UnderWay, "delivery">[];
}

/** How a changed order is delivered, and for how much. What was agreed before stays valid, even if the shop no longer offers it. */
function deliveryOf({ order, taken }: LockedForChange, { lines, address, asked, terms, replaced }: Delivered): Delivery {
  const agreed = order.delivery;
  const own = agreed && { way: agreed.way, ...(agreed.slot && { slot: agreed.slot.id }) };
  const where = address ?? order.deliveryAddress;
  const destination = destinationOf(where);
  const stays = !address && (!asked || (asked.way === own?.way && asked.slot === own.slot));
  // Another zone has other times or none, and a shop that stopped delivering by times has none.
  const keeps = own && (own.slot && terms && isTimeOf(terms.plan, own.way, destination, own.slot) ? own : { way: own.way });
  const to = asked ?? keeps ?? { way: "delivery" as const };
  if (stays) {
    const now = { feeCents: order.deliveryFeeCents, agreed };
    if (!agreed || !terms) return now;
    const goodsCents = sumsOf({ lines }).itemsCents;
    const judged = judgeDelivery(terms, { asked: to, destination, goodsCents });
    if (judged.ok) return { ...now, feeCents: judged.feeCents };
    if (judged.problem !== "below minimum" || goodsCents >= sumsOf(order).itemsCents) return now;
  }
  if (to.way === "delivery" && where.address_line === "") throw refuse.conflict(t("This order has no address yet. Choose one first."));
  const slotId = to.slot;
  const others = slotId === undefined ? 0 : (taken.get(slotId) ?? 0);
  const given = replaced.filter(({ delivery }) => slotId !== undefined && delivery?.slot?.id === slotId).length;
  return agreeDelivery({ terms, asked: to, address: where, lines, placesTaken: others - given - (slotId === own?.slot ? 1 : 0) });
}

interface WithCoupon {
  lines: StoredLine[];
  couponCents: number;
  couponCode: string;
  couponLost: string;
  couponCapped: boolean;
}

/**
 * The lines with their shares of the order's coupon. It was used already, so its days and limits don't count again; its minimum
 * does. Once it has ended, what is added is no longer reduced.
 */
function withCoupon({ order, coupon }: LockedForChange, lines: readonly StoredLine[]): WithCoupon {
  const none = { couponCents: 0, couponCode: "", couponLost: "", couponCapped: false };
  const without = { ...none, lines: lines.map((line) => ({ ...line, couponCents: 0 })) };
  if (!order.couponCode) return without;
  const judged = judgeUsed(
    order.couponCode,
    coupon,
    lines.map((line) => ({ productId: line.productId, cents: lineCents(line) })),
    order.couponCents,
  );
  if (!judged.ok) return { ...without, couponLost: judged.why };
  const shared = lines.map((line, at) => ({ ...line, couponCents: judged.shares[at] ?? 0 }));
  return { lines: shared, couponCents: judged.cents, couponCode: order.couponCode, couponLost: "", couponCapped: judged.isCapped };
}
