import { detailsOf } from "#web/call.ts";
import type { OrderStatus } from "../../contract.ts";

/** The status that an order has by now, if a change was refused because somebody else changed it meanwhile. */
export function statusNow(error: unknown): OrderStatus | undefined {
  const details: { status?: OrderStatus } | undefined = detailsOf(error, 409); // as the shop sends it
  return details?.status;
}
