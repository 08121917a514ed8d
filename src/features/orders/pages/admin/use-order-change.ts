import { useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { CallError, messageOf, type Answer } from "#web/call.ts";
import type { updateOrderStatus } from "../../admin/contract.ts";
import { adminOrderIsNow, readOrderAgain } from "./use-all-orders.ts";

interface OrderChange {
  busy: boolean;
  /**
   * Makes the change and shows a toast with the outcome.
   * @param onRefused tells of a refusal itself if it returns true
   * @returns whether it was made
   */
  change: (make: () => Promise<Answer<typeof updateOrderStatus>>, onRefused?: (error: unknown) => boolean) => Promise<boolean>;
}

/** Changes an order, one change at a time. If the shop refuses because the order has changed, it is reloaded. */
export function useOrderChange(number: string): OrderChange {
  const [busy, setBusy] = useState(false);
  const change: OrderChange["change"] = async (make, onRefused) => {
    setBusy(true);
    try {
      const { data, message } = await make();
      adminOrderIsNow(data);
      toast.success(message);
      return true;
    } catch (error) {
      if (onRefused?.(error)) return false;
      toast.error(messageOf(error));
      if (error instanceof CallError && error.status === 409) await readOrderAgain(number);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, change };
}
