import { dayIn, dayInWords } from "#shared/time.ts";
import { useFace } from "#web/use-face.ts";
import { useToday } from "#web/use-today.ts";
import type { Order, OrderDetails } from "../contract.ts";
import { deliveryEstimate } from "../rules.ts";

/** When an order should arrive: `Fri, Nov 27 – Tue, Dec 8`. Undefined if that is not known. Listed orders come without a timeline. */
export function useEstimate({ status, createdAt, timeline = [] }: EstimatedOrder): string | undefined {
  const { timeZone } = useFace();
  const today = useToday();
  const sent = timeline.findLast(({ kind, after }) => kind === "STATUS" && after === "SHIPPED")?.at;
  const estimate = deliveryEstimate({
    status,
    placed: dayIn(timeZone, createdAt),
    sent: sent && dayIn(timeZone, sent),
    today,
  });
  return estimate ? `${dayInWords(estimate.first)} – ${dayInWords(estimate.last)}` : undefined;
}

type EstimatedOrder = Pick<Order, "status" | "createdAt"> & Partial<Pick<OrderDetails, "timeline">>;
