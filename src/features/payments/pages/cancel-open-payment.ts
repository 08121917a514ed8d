import { reloadCart } from "#features/cart/pages/use-cart.ts";
import { call } from "#web/call.ts";
import { insist } from "#web/sending/insist.ts";
import { cancelPayment } from "../contract.ts";
import { dropStoredPayment } from "./stored-payment.ts";
import { readOpenPaymentAgain } from "./use-open-payment.ts";

/**
 * Cancels a payment, which releases its reservation.
 * @returns the shop's message
 * @throws CallError 409 when it is paid, or about to be
 */
export async function cancelOpenPayment(orderId: string): Promise<string> {
  try {
    const { message } = await insist(() => call(cancelPayment, { orderId }));
    dropStoredPayment(orderId);
    return message;
  } finally {
    await Promise.all([readOpenPaymentAgain(), reloadCart()]);
  }
}
