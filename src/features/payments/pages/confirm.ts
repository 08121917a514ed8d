import { forgetCoupon } from "#features/coupons/pages/use-coupon.ts";
import { forgetCart, reloadCart } from "#features/cart/pages/use-cart.ts";
import { readOrdersAgain } from "#features/orders/pages/use-orders.ts";
import { call, CallError, detailsOf, messageOf, type Answer } from "#web/call.ts";
import { t } from "#words/t.ts";
import { confirmedMessage, confirmPayPalPayment, ENDED, getPayPalOrderDetails } from "../contract.ts";
import { dropStoredPayment } from "./stored-payment.ts";
import { untilKnown } from "./until-known.ts";
import { readOpenPaymentAgain } from "./use-open-payment.ts";

/** A response that should be a success but says something else (CHK-7). */
class NotConfirmed extends Error {
  readonly body: unknown;

  constructor(body: unknown) {
    super(t("The shop has not confirmed your payment."));
    this.body = body;
  }
}

/**
 * Finishes the first payment that can be finished.
 * @param isChange whether it pays for a change of an order, which doesn't concern the cart
 * @returns the shop's order number
 */
export async function confirmAny([id, ...others]: readonly string[], isChange: boolean): Promise<string> {
  try {
    return await confirm(id!, isChange);
  } catch (error) {
    if (others.length === 0) throw error;
    return confirmAny(others, isChange);
  }
}

async function confirm(orderId: string, isChange: boolean): Promise<string> {
  const answer: Answer<typeof confirmPayPalPayment> = await untilKnown(
    () => call(confirmPayPalPayment, { orderId }),
    async () => (await call(getPayPalOrderDetails, { orderId })).data.status,
  );
  if (answer.message !== confirmedMessage()) throw new NotConfirmed(answer);
  dropStoredPayment(orderId);
  if (isChange) noteChanged();
  else noteOrdered();
  return answer.data.orderId;
}

/** Updates the orders after one was changed and paid. */
export function noteChanged(): void {
  void Promise.all([readOrdersAgain(), readOpenPaymentAgain()]);
}

/** Updates the cart and orders: what was ordered is no longer in the cart. */
export function noteOrdered(): void {
  forgetCart();
  forgetCoupon();
  void Promise.all([reloadCart(), readOrdersAgain(), readOpenPaymentAgain()]);
}

/** Whether confirming the payment again changes nothing: it was declined, or is over. */
export function isEnded(error: unknown): boolean {
  const { outcome = "" }: { outcome?: string } = detailsOf(error, 422) ?? detailsOf(error, 409) ?? {};
  return ENDED.includes(outcome);
}

/** Why a payment was not confirmed, as specified (CHK-8). */
export function reasonOf(error: unknown): string {
  if (error instanceof NotConfirmed || (error instanceof CallError && error.status >= 200 && error.status < 300))
    return t("The payment was not successfully confirmed. Backend response: {body}", { body: JSON.stringify(error.body) });
  if (error instanceof CallError)
    return error.status === 0
      ? t("No response received from the backend. Request error.")
      : t("Backend error: {body}", { body: JSON.stringify(error.body) });
  return t("Request configuration error: {value}", { value: error instanceof Error ? error.message : String(error) });
}

/** The same in plain words. */
export function plainReasonOf(error: unknown): string {
  return error instanceof NotConfirmed ? error.message : messageOf(error);
}
