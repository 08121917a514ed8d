import { slotInWords } from "#features/delivery/slots/rules.ts";
import { dayInWords } from "#shared/time.ts";
import { t } from "#words/t.ts";
import type { PickedOrder, WaitingOrder } from "../contract.ts";

/** Orders that are picked together: of a delivery time, or placed on one day. */
export interface OrderGroup {
  name: string;
  orders: readonly WaitingOrder[];
}

/** `Tue, Nov 24, 9 AM–12 PM · City center`, or `Pickup` for those without a time; empty while delivery was off. */
export function deliveryWords({ delivery }: Pick<PickedOrder, "delivery">): string {
  if (!delivery) return "";
  return [delivery.slot && slotInWords(delivery.slot), delivery.zone || t("Pickup")].filter(Boolean).join(" · ");
}

/** Orders by delivery time; those without one by the day they were placed. */
export function groupsOf(orders: readonly WaitingOrder[]): OrderGroup[] {
  const hasTimes = orders.some(({ delivery }) => delivery?.slot);
  const nameOf = (order: WaitingOrder) =>
    order.delivery?.slot ? deliveryWords(order) : hasTimes ? t("Placed {day}", { day: dayInWords(order.day) }) : dayInWords(order.day);
  return [...Map.groupBy(orders, nameOf)].map(([name, together]) => ({ name, orders: together }));
}
