import { refuse } from "#server/http/errors.ts";
import { formatCents } from "#shared/money.ts";
import { t } from "#words/t.ts";
import type { AddressFields } from "../../addresses/contract.ts";
import { sumsOf, type PricedLine } from "../../cart/sums/rules.ts";
import type { DeliveryProblem, DeliveryRequest } from "../../delivery/contract.ts";
import { isPickupOnly, judgeDelivery, type Delivery, type Terms } from "../../delivery/rules.ts";
import { destinationOf } from "../../delivery/zones/rules.ts";

interface Asked {
  /** Null while delivery is off. */
  terms: Terms | null;
  asked: DeliveryRequest | undefined;
  address: AddressFields;
  lines: readonly PricedLine[];
  /** How many places of the chosen time others have taken; the time is locked. */
  placesTaken: number;
}

/** How an order reaches its shopper, and for how much. @throws Refusal 409 with a {@link DeliveryProblem} */
export function agreeDelivery({ terms, asked, address, lines, placesTaken }: Asked): Delivery {
  if (!terms) {
    if (asked?.way === "collection") throw refused("not offered", t("Pickup is no longer offered. Choose delivery instead."));
    if (asked?.slot !== undefined) throw refused("no times", WORDS["no times"]());
    return { feeCents: 0, agreed: null };
  }
  const goodsCents = sumsOf({ lines }).itemsCents;
  const judged = judgeDelivery(terms, { asked: asked ?? { way: "delivery" }, destination: destinationOf(address), goodsCents });
  if (judged.ok) {
    const { slot = null } = judged.agreed ?? {};
    if (slot && placesTaken >= slot.capacity) throw refused("slot gone", t("That time is full now. Choose another one."));
    return judged;
  }
  if (judged.problem === "not here" && isPickupOnly(terms.plan))
    throw refused(judged.problem, t("Orders can only be picked up. Choose pickup."));
  throw refused(judged.problem, judged.problem === "below minimum" ? belowMinimum(judged) : WORDS[judged.problem]());
}

const WORDS = {
  "not here": () => t("We don't deliver to this address. Choose another one."),
  "not offered": () => t("Pickup is not offered. Choose delivery instead."),
  "no slot": () => t("Please choose a time."),
  "slot gone": () => t("That time can no longer be chosen. Choose another one."),
  "no times": () => t("Times can no longer be chosen. Check your order and try again."),
} as const satisfies Record<Exclude<DeliveryProblem["problem"], "below minimum">, () => string>;

const belowMinimum = ({ zone, minimumCents, missingCents }: { zone: string; minimumCents: number; missingCents: number }) =>
  t("Orders to {zone} start at {minimum}. Add {missing} more.", {
    zone,
    minimum: formatCents(minimumCents),
    missing: formatCents(missingCents),
  });

function refused(problem: DeliveryProblem["problem"], message: string) {
  return refuse.conflict(message, { reason: "delivery", problem } satisfies DeliveryProblem);
}
