import { refuse } from "#server/http/errors.ts";
import { formatCents } from "#shared/money.ts";
import type { AddressFields } from "../../addresses/contract.ts";
import { sumsOf, type PricedLine } from "../../cart/sums/rules.ts";
import type { DeliveryProblem, DeliveryRequest } from "../../delivery/contract.ts";
import { judgeDelivery, type Delivery, type Terms } from "../../delivery/rules.ts";

interface Asked {
  /** Null while delivery is off. */
  terms: Terms | null;
  asked: DeliveryRequest | undefined;
  address: AddressFields;
  lines: readonly PricedLine[];
  /** How many places of the chosen time others have taken; the time is locked. */
  taken: number;
}

/** How an order reaches its shopper, and for how much. @throws Refusal 409 with a {@link DeliveryProblem} */
export function agreeDelivery({ terms, asked, address: { pincode, city }, lines, taken }: Asked): Delivery {
  if (!terms) {
    if (asked?.way === "collection") throw refused("not offered", "Collection is no longer offered. Choose delivery instead.");
    if (asked?.slot !== undefined) throw refused("slot gone", SLOT_GONE);
    return { feeCents: 0, agreed: null };
  }
  const goodsCents = sumsOf({ lines }).itemsCents;
  const judged = judgeDelivery(terms, { asked: asked ?? { way: "delivery" }, place: { postcode: pincode, city }, goodsCents });
  if (judged.ok) {
    const { slot = null } = judged.agreed ?? {};
    if (slot && taken >= slot.capacity) throw refused("slot gone", "That time is full now. Choose another one.");
    return judged;
  }
  throw refused(judged.problem, judged.problem === "below minimum" ? belowMinimum(judged) : WORDS[judged.problem]);
}

const SLOT_GONE = "That time can no longer be chosen. Choose another one.";

const WORDS = {
  "not here": "We don't deliver to this address. Choose another one.",
  "not offered": "Collection is not offered. Choose delivery instead.",
  "no slot": "Please choose a time.",
  "slot gone": SLOT_GONE,
} as const satisfies Record<Exclude<DeliveryProblem["problem"], "below minimum">, string>;

const belowMinimum = ({ zone, minimumCents, missingCents }: { zone: string; minimumCents: number; missingCents: number }) =>
  `Orders to ${zone} start at ${formatCents(minimumCents)}. Add ${formatCents(missingCents)} more to your cart.`;

function refused(problem: DeliveryProblem["problem"], message: string) {
  return refuse.conflict(message, { reason: "delivery", problem } satisfies DeliveryProblem);
}
