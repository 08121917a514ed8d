import { readOrdersAgain } from "#features/orders/pages/use-orders.ts";
import type { InputOf } from "#shared/endpoint.ts";
import { payChange } from "../changes/contract.ts";
import type { OnlineWay, Payment } from "../contract.ts";
import { beginPayment } from "./begin-payment.ts";
import { noteChanged } from "./confirm.ts";
import { ScriptMissing } from "./culqi/culqi-scripts.ts";
import { usePaying } from "./use-paying.ts";
import { useWaysToPay } from "./use-ways-to-pay.ts";

interface Then {
  /** Called when the difference is paid and the order changed. */
  leave: () => Promise<void>;
  /** Called before the browser goes to PayPal. */
  leaving: () => void;
}

/** Pays what a change of an order costs more, the way the order was paid. */
export function usePayChange({ leave, leaving }: Then) {
  const { ways } = useWaysToPay();
  const { atPayPal, inForm, resume, ...paying } = usePaying({
    paid: async () => {
      noteChanged();
      await leave();
    },
    failed: () => void readOrdersAgain(),
  });
  const offerOf = (way: OnlineWay) => ways?.find(({ provider }) => provider === way);
  return {
    ...paying,
    pay: (way: OnlineWay, request: InputOf<typeof payChange>): Promise<void> => {
      const begin = async () => (await beginPayment(payChange, request)).data;
      if (way === "paypal")
        return atPayPal(async () => {
          const begun = await begin();
          leaving();
          return begun;
        });
      return inForm(offerOf(way), async () => {
        const begun = await begin();
        if (begun.provider === "paypal") throw new ScriptMissing();
        return begun;
      });
    },
    resume: (payment: Payment) => resume(offerOf(payment.provider), payment),
  };
}
