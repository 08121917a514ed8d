import { slotInWords } from "#features/delivery/slots/rules.ts";
import { isForPickup } from "#features/delivery/rules.ts";
import { dayIn, dayInWords } from "#shared/time.ts";
import { useFace } from "#web/use-face.ts";
import { useToday } from "#web/use-today.ts";
import { t } from "#words/t.ts";
import type { Order, OrderDetails } from "../contract.ts";
import { deliveryEstimate, IS_IN_PROGRESS } from "../rules.ts";

/**
 * When an open order should arrive or can be picked up: the chosen time, or `Fri, Nov 27 – Tue, Dec 8`. Undefined if that is not known.
 * Listed orders come without a timeline.
 */
export function useArrival({ status, createdAt, delivery, timeline = [] }: Expected): { verb: string; when: string } | undefined {
  const { timeZone } = useFace();
  const today = useToday();
  if (delivery?.slot || isForPickup(delivery)) {
    if (!delivery.slot || !IS_IN_PROGRESS[status]) return undefined;
    return { verb: isForPickup(delivery) ? t("Pick it up") : t("Arrives"), when: slotInWords(delivery.slot) };
  }
  const sent = timeline.findLast(({ kind, after }) => kind === "STATUS" && after === "SHIPPED")?.at;
  const estimate = deliveryEstimate({
    status,
    placed: dayIn(timeZone, createdAt),
    sent: sent && dayIn(timeZone, sent),
    today,
  });
  return estimate ? { verb: t("Arrives"), when: estimateInWords(estimate) } : undefined;
}

/** When an order that is placed today should arrive, if no time is chosen for it. */
export function useArrivalOfNext(): string {
  const today = useToday();
  const estimate = deliveryEstimate({ status: "PENDING", placed: today, today });
  return estimate ? estimateInWords(estimate) : "";
}

const estimateInWords = ({ first, last }: { first: string; last: string }) => `${dayInWords(first)} – ${dayInWords(last)}`;

type Expected = Pick<Order, "status" | "createdAt" | "delivery"> & Partial<Pick<OrderDetails, "timeline">>;
