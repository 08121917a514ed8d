import * as z from "zod/mini";
import { clock } from "#shared/day.ts";
import { dollars } from "#shared/dollars.ts";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { id } from "#shared/id.ts";
import { line } from "#shared/line.ts";

/** How an order reaches the shopper. */
export const WAYS = ["delivery", "collection"] as const;
export const way = z.enum(WAYS);
export type DeliveryWay = z.output<typeof way>;

/** Stands for a zone's id where times are those of pickup at the shop. */
export const COLLECTION = "collection";

const weekday = z.int().check(z.gte(0), z.lte(6));
const day = z.iso.date("must be a day like 2026-12-24");

/** When orders close: at a time of the same day, or of the day before. */
const cutOff = z.object({ day: z.enum(["same", "before"]), at: clock });

/** Times of the week, such as Monday to Friday from 09:00 to 12:00, and how many orders fit into each. Days: 0 is Monday. */
const weekTime = z
  .object({
    days: z.array(weekday).check(z.minLength(1, "needs a day"), z.maxLength(7)),
    from: clock,
    to: clock,
    capacity: z.int("must be a whole number").check(z.gte(1, "must be at least 1"), z.lte(10_000)),
    cutOff,
  })
  .check(
    z.refine(({ from, to }) => from < to, "must end after it begins, on the same day"),
    z.refine(({ from, cutOff: { day, at } }) => day === "before" || at <= from, "must close before it begins"),
  );
export type WeekTime = z.output<typeof weekTime>;

const week = z.array(weekTime).check(z.maxLength(50, "can be 50 at most"));

const zone = z.object({
  /** Missing for a new zone. */
  _id: z.optional(id),
  name: line(60),
  /** Postal codes, prefixes such as `150*`, and names of cities or districts. */
  areas: z.array(line(60)).check(z.minLength(1, "needs a postal code or a place"), z.maxLength(2000, "can be 2,000 at most")),
  fee: dollars,
  /** Goods worth this much are delivered free; null if they never are. */
  freeFrom: z.nullable(dollars),
  /** The smallest order, without the fee. */
  minimum: dollars,
  /** Without times, orders are delivered as the shipping policy says. */
  times: week,
});

/** An exceptional day: closed, or with the times of a weekday. */
const exception = z.object({
  day,
  /** The weekday whose times it has; null when there are none. */
  like: z.nullable(weekday),
  /** A zone's id, or `collection`; null for all. */
  of: z.nullable(z.union([id, z.literal(COLLECTION)])),
});

/** How the shop delivers, as admins set it up. Amounts are in dollars. */
export const plan = z.object({
  /** While off, delivery is free everywhere and has no times. */
  on: z.boolean(),
  zones: z.array(zone).check(z.maxLength(200, "can be 200 at most")),
  /** Pickup at the shop; null if it is not offered. */
  collection: z.nullable(z.object({ address: z.string().check(z.trim(), z.minLength(1, "is required"), z.maxLength(300)), times: week })),
  exceptions: z.array(exception).check(z.maxLength(500, "can be 500 at most")),
});
export type PlanFields = z.output<typeof plan>;
export type ZoneFields = PlanFields["zones"][number];
export type ExceptionFields = PlanFields["exceptions"][number];

/** The plan, and its version: an old version is not saved. */
const versioned = z.object({ plan, version: z.int() });

export const readPlan = endpoint({
  method: "GET",
  path: "/api/delivery/plan",
  access: "admin",
  summary: "How the shop delivers: zones, fees, times and pickup",
  reply: z.object({ data: versioned }),
});

export const changePlan = endpoint({
  method: "PUT",
  path: "/api/delivery/plan",
  access: "admin",
  summary: "Change how the shop delivers, effective at once. An outdated version is a 409 with the current plan in `data`",
  input: versioned,
  bodyLimit: LARGE_BODY,
  reply: z.object({ data: versioned }),
});

/** A time to choose. */
export const slot = z.object({
  /** The id by which orders refer to it. */
  id: z.string(),
  /** Such as `2026-11-30`, in the shop's time zone, as are `from` and `to`. */
  day: z.string(),
  from: z.string(),
  to: z.string(),
  /** How many more orders fit. */
  left: z.int(),
});
export type Slot = z.output<typeof slot>;

/** Where an order should go, of an address as `destinationOf` reads it. A shopper without an address sends what they typed as postcode and city. */
const destination = {
  postcode: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
  city: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
  district: z._default(z.string().check(z.trim(), z.maxLength(500)), ""),
};

/** What the shop offers a place. Amounts are in dollars. */
const offer = z.object({
  /** The zone of the place; null if it has none. */
  delivery: z.nullable(
    z.object({
      zone: z.string(),
      fee: z.number(),
      freeFrom: z.nullable(z.number()),
      minimum: z.number(),
      /** Whether a time has to be chosen, and the next that is free; null if all are full. */
      hasTimes: z.boolean(),
      next: z.nullable(slot),
    }),
  ),
  collection: z.nullable(z.object({ address: z.string(), hasTimes: z.boolean(), next: z.nullable(slot) })),
});

export type Offer = z.output<typeof offer>;

export const deliveryOffer = endpoint({
  method: "GET",
  path: "/api/delivery/offer",
  access: "anyone",
  summary: "Whether the shop delivers to a place, at what fee and when next; null while it delivers everywhere for free",
  input: z.object(destination),
  reply: z.object({ data: z.nullable(offer) }),
});

export const deliverySlots = endpoint({
  method: "GET",
  path: "/api/delivery/slots",
  access: "anyone",
  summary: "The times that can be chosen now, soonest first; full ones have nothing left",
  input: z.object({ ...destination, way }),
  reply: z.object({ data: z.array(slot) }),
});

/** What an order asks for. */
export const deliveryRequest = z.object({
  way,
  /** The id of the chosen time; only if the way has times. */
  slot: z.optional(z.string().check(z.maxLength(100))),
});
export type DeliveryRequest = z.output<typeof deliveryRequest>;

/** Why an order cannot be delivered as asked. */
export const deliveryProblem = z.object({
  reason: z.literal("delivery"),
  problem: z.enum(["not here", "not offered", "below minimum", "no slot", "slot gone", "no times"]),
});
export type DeliveryProblem = z.output<typeof deliveryProblem>;

/** How an order reaches its shopper, as it was agreed when it was placed. */
export const agreedDelivery = z.object({
  way,
  /** The zone's name; empty for pickup. */
  zone: z.string(),
  /** Where it is picked up; empty for delivery. */
  address: z.string(),
  /** When; null without times. */
  slot: z.nullable(z.object({ id: z.string(), day: z.string(), from: z.string(), to: z.string() })),
});
export type AgreedDelivery = z.output<typeof agreedDelivery>;

/** As the shop stores it. Instants are ISO strings. */
export interface Agreed extends AgreedDelivery {
  slot: AgreedSlot | null;
}

export interface AgreedSlot extends NonNullable<AgreedDelivery["slot"]> {
  startsAt: string;
  /** Until when it could be chosen. */
  closesAt: string;
  /** How many orders fit. */
  capacity: number;
}
