import { t } from "#words/t.ts";
import {
  COLLECTION,
  type Agreed,
  type AgreedDelivery,
  type DeliveryProblem,
  type DeliveryRequest,
  type DeliveryWay,
  type ExceptionFields,
  type WeekTime,
} from "./contract.ts";
import { openSlots, slotInWords, type Timetable } from "./slots/rules.ts";
import { zoneOf, type Destination } from "./zones/rules.ts";

/** A zone, in cents. */
export interface Zone {
  id: string;
  name: string;
  areas: string[];
  feeCents: number;
  freeFromCents: number | null;
  minimumCents: number;
  times: WeekTime[];
}

/** How the shop delivers. */
export interface DeliveryPlan {
  on: boolean;
  zones: Zone[];
  collection: { address: string; times: WeekTime[] } | null;
  exceptions: ExceptionFields[];
}

/** The plan until an admin sets up delivery. */
export const NO_PLAN: DeliveryPlan = { on: false, zones: [], collection: null, exceptions: [] };

/** Why an order's address can't become another one: fee and time were agreed for its zone. Undefined if it can. */
export function whyNotThere(plan: Pick<DeliveryPlan, "on" | "zones">, was: Destination, destination: Destination): string | undefined {
  const zone = plan.on ? zoneOf(plan, was) : undefined;
  if (!zone) return undefined;
  const other = zoneOf(plan, destination);
  if (!other) return t("We don't deliver to this address.");
  if (other.id === zone.id) return undefined;
  return t("This address is in {other}, but the fee and time were agreed for {zone}. Ask the shopper to change the order.", {
    other: other.name,
    zone: zone.name,
  });
}

/** Whether every order is delivered free, whatever its zone. */
export const isFreeEverywhere = ({ on, zones }: DeliveryPlan) => !on || (zones.length > 0 && zones.every(({ feeCents }) => feeCents === 0));

/** Whether orders can be picked up. */
export const offersPickup = ({ on, collection }: DeliveryPlan) => on && collection !== null;

/** Whether orders can only be picked up: the shop has no zones. */
export const isPickupOnly = (plan: DeliveryPlan) => offersPickup(plan) && plan.zones.length === 0;

/** What delivery costs for goods worth this much. */
export function feeOf({ feeCents, freeFromCents }: Pick<Zone, "feeCents" | "freeFromCents">, goodsCents: number): number {
  return freeFromCents !== null && goodsCents >= freeFromCents ? 0 : feeCents;
}

/** How much is missing to reach the smallest order; 0 if nothing is. */
export function missingCents({ minimumCents }: Pick<Zone, "minimumCents">, goodsCents: number): number {
  return Math.max(0, minimumCents - goodsCents);
}

export const pickupTimes = (collection: NonNullable<DeliveryPlan["collection"]>): Timetable => ({
  of: COLLECTION,
  times: collection.times,
});
export const zoneTimes = ({ id, times }: Zone): Timetable => ({ of: id, times });

/** Whether a time is one of those for this way and place, or was before the shop changed them. */
export function isTimeOf(plan: DeliveryPlan, way: DeliveryWay, destination: Destination, slotId: string): boolean {
  const zone = zoneOf(plan, destination);
  const offered = way === "collection" ? plan.collection && pickupTimes(plan.collection) : zone && zoneTimes(zone);
  return offered ? offered.times.length > 0 && slotId.startsWith(`${offered.of}:`) : false;
}

/** What an order is judged by. */
export interface Terms {
  plan: DeliveryPlan;
  timeZone: string;
  now: Date;
}

/** Whether a time can be chosen, for any zone or to pick up. */
export function isOffered({ plan, timeZone, now }: Terms, slotId: string): boolean {
  const all = [...plan.zones.map(zoneTimes), ...(plan.collection ? [pickupTimes(plan.collection)] : [])];
  const named = all.filter(({ of }) => slotId.startsWith(`${of}:`));
  return named.some((times) => openSlots(times, plan.exceptions, now, timeZone).some(({ id }) => id === slotId));
}

/** What delivery costs, and what is agreed; null while delivery is off. */
export interface Delivery {
  feeCents: number;
  agreed: Agreed | null;
}

type Refused =
  | { problem: Exclude<DeliveryProblem["problem"], "below minimum"> }
  | { problem: "below minimum"; zone: string; minimumCents: number; missingCents: number };
export type Judged = ({ ok: true } & Delivery) | ({ ok: false } & Refused);

/** What an order asks for, and what it depends on. */
interface Wanted {
  asked: DeliveryRequest;
  destination: Destination;
  goodsCents: number;
}

/**
 * Whether an order can be delivered or picked up as asked, and for how much. Whether the delivery time is full is decided under its lock.
 */
export function judgeDelivery({ plan, timeZone, now }: Terms, { asked, destination, goodsCents }: Wanted): Judged {
  const agree = (times: Timetable, feeCents: number, agreed: Omit<Agreed, "slot">): Judged => {
    if (times.times.length === 0) {
      if (asked.slot !== undefined) return { ok: false, problem: "no times" };
      return { ok: true, feeCents, agreed: { ...agreed, slot: null } };
    }
    if (asked.slot === undefined) return { ok: false, problem: "no slot" };
    const slot = openSlots(times, plan.exceptions, now, timeZone).find(({ id }) => id === asked.slot);
    if (!slot) return { ok: false, problem: "slot gone" };
    const { startsAt, closesAt, ...rest } = slot;
    const stored = { ...rest, startsAt: startsAt.toISOString(), closesAt: closesAt.toISOString() };
    return { ok: true, feeCents, agreed: { ...agreed, slot: stored } };
  };
  if (asked.way === "collection") {
    if (!plan.collection) return { ok: false, problem: "not offered" };
    return agree(pickupTimes(plan.collection), 0, { way: "collection", zone: "", address: plan.collection.address });
  }
  const zone = zoneOf(plan, destination);
  if (!zone) return { ok: false, problem: "not here" };
  const missing = missingCents(zone, goodsCents);
  if (missing > 0) return { ok: false, problem: "below minimum", zone: zone.name, minimumCents: zone.minimumCents, missingCents: missing };
  return agree(zoneTimes(zone), feeOf(zone, goodsCents), { way: "delivery", zone: zone.name, address: "" });
}

/** Whether an order is to be picked up at the shop. Without an agreement, it is delivered. */
export function isForPickup<D extends { way: DeliveryWay }>(delivery: D | null | undefined): delivery is D & { way: "collection" } {
  return delivery?.way === "collection";
}

/** How an order reaches its shopper: by delivery, if it was placed while delivery was off. */
export const deliveryWayOf = ({ delivery }: { delivery?: { way: DeliveryWay } | null | undefined }): DeliveryWay =>
  delivery?.way ?? "delivery";

/** How an order reaches its shopper, for people: `Delivery` and `Mon, Nov 30, 9 AM–12 PM · City center`. */
export function agreedInWords(delivery: AgreedDelivery): { title: string; words: string } {
  const { zone, address, slot } = delivery;
  const where = isForPickup(delivery) ? address.replaceAll(/\s*\n\s*/g, ", ") : zone;
  return {
    title: isForPickup(delivery) ? t("Pickup") : t("Delivery"),
    words: [slot && slotInWords(slot), where].filter(Boolean).join(" · "),
  };
}

/** The same in one line: `Delivery: Mon, Nov 30, 9 AM–12 PM · City center`. */
export function agreedLine(delivery: AgreedDelivery): string {
  const { title, words } = agreedInWords(delivery);
  return `${title}: ${words}`;
}
