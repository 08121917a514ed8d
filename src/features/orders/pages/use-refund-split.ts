import { useQuery } from "@tanstack/react-query";
import { call } from "#web/call.ts";
import { personalKey, useSession } from "#web/session/session.ts";
import { quoteRefund, type Order, type OrderDetails, type RefundQuote } from "../contract.ts";
import { isPaidByHand } from "../refunds/rules.ts";
import { IS_PAID } from "../rules.ts";

/** Who would refund how much if an order were canceled. Undefined until it is known, if it isn't paid, or if it was paid by hand. */
export function useRefundSplit(order: Order & Partial<Pick<OrderDetails, "timeline">>, isAsked = true): RefundQuote | undefined {
  const { person } = useSession();
  const { orderId, payment_status, metodoDePago, timeline } = order;
  const { data } = useQuery({
    queryKey: personalKey(person, ["orders", "refund", orderId]),
    queryFn: async () => (await call(quoteRefund, { orderId })).data,
    enabled: isAsked && IS_PAID[payment_status] && !isPaidByHand({ paymentMethod: metodoDePago, timeline }),
  });
  return data;
}
