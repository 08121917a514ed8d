/** Where the specification keeps the id of a payment. It goes when the person logs out, as all of local storage does. */
const KEY = "orderId";

/** The provider's id of the payment that was begun in this browser (CHK-3). */
export function storedPayment(): string | undefined {
  return localStorage.getItem(KEY) ?? undefined;
}

/** Keeps the provider's id of a payment while the shopper is with the provider (CHK-3). */
export function storePayment(orderId: string): void {
  localStorage.setItem(KEY, orderId);
}

/** The payment is over; another one that was begun since stays. */
export function dropStoredPayment(orderId: string): void {
  if (storedPayment() === orderId) localStorage.removeItem(KEY);
}
