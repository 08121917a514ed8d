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
  return estimate ? { verb: t("Arrives"), when: `${dayInWords(estimate.first)} – ${dayInWords(estimate.last)}` } : undefined;
}

type Expected = Pick<Order, "status" | "createdAt" | "delivery"> & Partial<Pick<OrderDetails, "timeline">>;
