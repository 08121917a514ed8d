import type { DeliveryWay } from "#features/delivery/contract.ts";
import { deliveryWayOf } from "#features/delivery/rules.ts";
import { t } from "#words/t.ts";
import type { BulkStep } from "../../admin/rules.ts";
import type { Order } from "../../contract.ts";

interface StepWords {
  name: string;
  /** The button's label once it is done. */
  done: string;
}

/** What the steps of an order mean, by how it reaches its shopper. */
export const STEP_WORDS = {
  SHIPPED: {
    delivery: { name: t("Mark shipped"), done: t("Shipped") },
    collection: { name: t("Mark ready for pickup"), done: t("Ready for pickup") },
  },
  DELIVERED: {
    delivery: { name: t("Mark delivered"), done: t("Delivered") },
    collection: { name: t("Mark picked up"), done: t("Picked up") },
  },
} as const satisfies Record<BulkStep, Record<DeliveryWay, StepWords>>;

const MIXED = { SHIPPED: t("Mark shipped or ready"), DELIVERED: t("Mark delivered or picked up") } as const satisfies Record<
  BulkStep,
  string
>;

/** What a step is called for all of these orders. */
export function stepName(step: BulkStep, orders: readonly Pick<Order, "delivery">[]): string {
  const [way = "delivery", ...others] = new Set(orders.map(deliveryWayOf));
  return others.length > 0 ? MIXED[step] : STEP_WORDS[step][way].name;
}
