import * as z from "zod/mini";
import { endpoint, LARGE_BODY } from "#shared/endpoint.ts";
import { dollars } from "#shared/dollars.ts";
import { id } from "#shared/id.ts";
import { agreedDelivery } from "../delivery/contract.ts";
import { MAX_QUANTITY, quantity } from "../cart/contract.ts";
import { product, weighed } from "../catalogue/contract.ts";
import { deliveryAddress, missingChoice, orderRef, orderRefs, orderStatus } from "../orders/contract.ts";

/** Most orders picked together. */
export const MAX_PICKED = 50;
/** Most lines marked at once. */
export const MOST_MARKS = 500;
/** The most that a scale shows, in grams. */
export const MOST_GRAMS = 20_000_000;
/** Most bags of an order. */
export const MAX_BAGS = 30;

/** How and when the order reaches its shopper; null for orders placed while delivery was off. */
const delivery = z.nullable(agreedDelivery);

/** An order that waits to be packed or sent. */
export const waitingOrder = z.object({
  _id: id,
  orderId: z.string(),
  userName: z.string(),
  createdAt: z.iso.datetime(),
  /** The day on which it was placed, in the shop's time zone. */
  day: z.iso.date(),
  /** Pieces and lines, and how many of the lines are picked. */
  pieces: z.int(),
  lines: z.int(),
  picked: z.int(),
  packedAt: z.nullable(z.iso.datetime()),
  delivery,
});
export type WaitingOrder = z.output<typeof waitingOrder>;

export const listWaiting = endpoint({
  method: "GET",
  path: "/api/pick/orders",
  access: "picker",
  summary:
    "Orders that are not sent yet, with how much of each is picked: up to 200 to pick, then up to 200 that are packed, each by delivery time, soonest first, then those without one, oldest first",
  input: z.object({}),
  reply: z.object({
    data: z.array(waitingOrder),
    /** How many more orders are to be picked, and packed. */
    more: z.object({ open: z.int(), packed: z.int() }),
  }),
});

const grams = z.int().check(z.gte(1), z.lte(MOST_GRAMS));

/**
 * What goes into the bag for what is missing. `quantity` counts the replacement; for goods sold by weight, it follows from `grams`. What is
 * sold like the ordered product replaces as many; anything else replaces all that are missing.
 */
const replacement = z.object({ productId: id, quantity, grams: z.optional(grams) });

/** What a picker found of a line. The rest is missing, or replaced. */
export const pickMark = z.object({
  found: z.int().check(z.gte(0), z.lte(MAX_QUANTITY)),
  /** Its weight, for goods priced by weight. For goods sold by weight, `found` follows from it. */
  grams: z.optional(grams),
  /** Whether the shelf is empty, so that the product is sold out. Otherwise the missing pieces go back to stock. */
  noneLeft: z._default(z.boolean(), false),
  replacement: z.optional(replacement),
});
export type PickMark = z.output<typeof pickMark>;

/** A line of a picked order. */
export const pickLine = z.object({
  /** Of its order. */
  _id: id,
  position: z.int(),
  productId: id,
  name: z.string(),
  unit: z.string(),
  brand: z.string(),
  sku: z.string(),
  /** A GTIN; empty without one. */
  barcode: z.string(),
  image: z.string(),
  /** The shelves it is found on; empty without any. */
  category: z.string(),
  subCategory: z.string(),
  quantity: z.int(),
  /** Dollars per piece, or per kilogram if it is priced by weight. */
  price: z.number(),
  /** What the shopper wants if it is missing; null unless they chose. */
  ifMissing: z.nullable(missingChoice),
  weighed: z.optional(weighed),
  /** How much is in the bag already, of a line that was picked before the shopper wanted more. */
  inBag: z.optional(z.int()),
  mark: z.nullable(
    z.object({
      found: z.int(),
      grams: z.optional(z.int()),
      noneLeft: z.boolean(),
      /** Its price is what the shopper pays for a piece or a kilogram at most, in dollars: all of it never costs more than what is missing. */
      replacement: z.nullable(
        z.object({
          productId: id,
          quantity: z.int(),
          name: z.string(),
          unit: z.string(),
          brand: z.string(),
          sku: z.string(),
          price: z.number(),
          weighed: z.optional(weighed),
          grams: z.optional(z.int()),
        }),
      ),
    }),
  ),
});
export type PickLine = z.output<typeof pickLine>;

/** An order on a pick list. */
export const pickedOrder = z.object({
  _id: id,
  orderId: z.string(),
  userName: z.string(),
  /** The phone number on the address, to ask about something that is missing. */
  mobile: z.string(),
  createdAt: z.iso.datetime(),
  /** The staff's note. */
  note: z.string(),
  delivery,
  totalAmt: z.number(),
  /** What it costs once it is packed as marked. */
  packedAmt: z.number(),
  /** Whether packing it as marked refunds or gives away more than the reader may, so that an admin has to pack it. */
  needsAdmin: z.boolean(),
});
export type PickedOrder = z.output<typeof pickedOrder>;

const orderIds = orderRefs(MAX_PICKED);

export const pickList = endpoint({
  method: "GET",
  path: "/api/pick/list",
  access: "picker",
  summary: "What to pick for several orders, in the order of the shelves, with what is picked already. Only orders that wait to be packed",
  input: z.object({ orderIds }),
  reply: z.object({
    data: z.object({
      orders: z.array(pickedOrder),
      lines: z.array(pickLine),
      /** The orders that are not on the list, because they are packed, sent or canceled. */
      left: z.array(z.object({ orderId: z.string(), status: orderStatus, packed: z.boolean() })),
    }),
  }),
});

export const markPicked = endpoint({
  method: "PUT",
  path: "/api/pick/mark",
  access: "picker",
  summary:
    "Mark lines as picked, in whole or in part, with their weight if they are priced by weight, or as not picked yet with a mark of null; other pickers see it. 409 for an order that is packed, sent or canceled, or a replacement that has run out or that the shopper does not want",
  bodyLimit: LARGE_BODY,
  input: z.object({
    lines: z
      .array(z.object({ orderId: id, position: z.int().check(z.gte(0), z.lte(10_000)), productId: id, mark: z.nullable(pickMark) }))
      .check(
        z.minLength(1, "is empty"),
        z.maxLength(MOST_MARKS),
        z.refine(
          (lines) => new Set(lines.map(({ orderId, position }) => `${orderId} ${position}`)).size === lines.length,
          "has a line twice",
        ),
      ),
  }),
  reply: z.object({}),
});

export const findByCode = endpoint({
  method: "GET",
  path: "/api/pick/by-code",
  access: "picker",
  summary: "The products for sale with this SKU or barcode, with any zeros in front, as shoppers see them",
  input: z.object({ code: z.string().check(z.trim(), z.minLength(1, "is empty"), z.maxLength(200)) }),
  reply: z.object({ data: z.array(product) }),
});

export const packOrder = endpoint({
  method: "POST",
  path: "/api/pick/pack",
  access: "picker",
  summary:
    "Pack an order as marked: what is missing, replaced or lighter lowers its lines, total and stock, and a difference that was paid goes back once. The shopper is told. Repeating it changes nothing",
  input: z.object({
    orderId: orderRef,
    bags: z._default(z.int().check(z.gte(1), z.lte(MAX_BAGS)), 1),
    /** The `packedAmt` the picker saw; another one is a 409. */
    packedAmt: z.optional(dollars),
  }),
  reply: z.object({ data: z.object({ totalAmt: z.number(), /** Dollars that go back to the shopper. */ returned: z.number() }) }),
});

/** What is on the label of each bag of an order. */
export const bagLabel = z.object({
  _id: id,
  orderId: z.string(),
  userName: z.string(),
  bags: z.int(),
  delivery,
  /** Orders that are picked up need only the name and the phone number. */
  delivery_address: deliveryAddress,
  /** Dollars to collect on delivery; 0 if it is paid. */
  collect: z.number(),
  /** The staff's note. */
  note: z.string(),
});
export type BagLabel = z.output<typeof bagLabel>;

export const bagLabels = endpoint({
  method: "GET",
  path: "/api/pick/labels",
  access: "picker",
  summary: "The labels for the bags of packed orders that were not sent yet",
  input: z.object({ orderIds }),
  reply: z.object({ data: z.array(bagLabel) }),
});
